//! `tisane serve`: the web app.

use std::io::{ErrorKind, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::{Args as _, FromArgMatches};
use tisane_lexicon::excerpt;
use tisane_server::news::News;
use tisane_server::store::{Database, Postgres, Sqlite, Store, StoreError};
use tisane_server::{App, Config, HostName, IpNet, Limits, Rate, Timeouts};
use tokio::net::TcpListener;
use tracing_subscriber::filter::LevelFilter;

use crate::Outcome;
use crate::data::Data;
use crate::failure::Failure;

/// TISA on a telephone keypad.
const PORT: u16 = 8472;
/// If it is taken, this many ports after it are tried, then any free one.
const TRIES: u16 = 20;
/// How long the process waits for other threads at the end.
const LAST_WORK: Duration = Duration::from_millis(500);

/// Start the web app and print its address
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    /// Address to listen on; a port alone means this machine only [default: 127.0.0.1:8472, or the
    /// next free port]
    #[arg(long, value_name = "ADDRESS:PORT", env = "TISANE_LISTEN", hide_env_values = true, value_parser = address)]
    listen: Option<SocketAddr>,
    /// The public address behind a proxy, such as `https://tisane.example`
    #[arg(long, value_name = "URL", env = "TISANE_PUBLIC_URL", hide_env_values = true, value_parser = public_url)]
    public_url: Option<String>,
    /// The database of games and players: a file, or postgres://user@host/name [default: tisane.db
    /// in the data folder]
    #[arg(long, value_name = "DATABASE", env = "TISANE_DATABASE", hide_env_values = true)]
    database: Option<PathBuf>,
    /// Trust X-Forwarded-For from a proxy at this address, such as 10.0.0.2 or 10.0.0.0/8; may be
    /// repeated
    #[arg(long, value_name = "ADDRESS", env = "TISANE_TRUSTED_PROXY", hide_env_values = true, value_delimiter = ',', value_parser = network)]
    trusted_proxy: Vec<IpNet>,
    /// Trust X-Forwarded-For from a proxy on this machine; short for --trusted-proxy
    /// 127.0.0.0/8,::1
    #[arg(long, env = "TISANE_BEHIND_PROXY", hide_env_values = true)]
    behind_proxy: bool,
    /// Also accept requests for this host name; unknown names are refused, to prevent DNS
    /// rebinding. May be repeated
    #[arg(
        long,
        value_name = "NAME",
        env = "TISANE_ALLOW_HOST",
        hide_env_values = true,
        value_delimiter = ','
    )]
    allow_host: Vec<HostName>,
    /// Token that allows remote access to /metrics
    #[arg(long, value_name = "SECRET", env = "TISANE_METRICS_TOKEN", hide_env_values = true)]
    metrics_token: Option<String>,
    /// Settings file [default: server.toml in the data folder]
    #[arg(long, value_name = "FILE", env = "TISANE_CONFIG", hide_env_values = true)]
    config: Option<PathBuf>,
    /// Write the log as JSON
    #[arg(long, env = "TISANE_LOG_JSON", hide_env_values = true)]
    log_json: bool,
    /// Open the page in your browser
    #[arg(long)]
    open: bool,
    // Last, because options after it would appear under its heading.
    #[command(flatten)]
    limits: LimitOptions,
}

/// Limits, with the same names in the settings file.
#[derive(Clone, Default, clap::Args, serde::Deserialize)]
#[command(next_help_heading = "Limits (per address, unless noted)")]
#[serde(default, deny_unknown_fields)]
struct LimitOptions {
    /// New guests per minute
    #[arg(long, value_name = "N", env = "TISANE_GUESTS_PER_MINUTE", hide_env_values = true)]
    guests_per_minute: Option<u32>,
    /// Password attempts per minute
    #[arg(long, value_name = "N", env = "TISANE_PASSWORDS_PER_MINUTE", hide_env_values = true)]
    passwords_per_minute: Option<u32>,
    /// New games per minute
    #[arg(long, value_name = "N", env = "TISANE_GAMES_PER_MINUTE", hide_env_values = true)]
    games_per_minute: Option<u32>,
    /// Analysis requests per minute
    #[arg(long, value_name = "N", env = "TISANE_QUESTIONS_PER_MINUTE", hide_env_values = true)]
    questions_per_minute: Option<u32>,
    /// Chat messages per minute and player
    #[arg(long, value_name = "N", env = "TISANE_MESSAGES_PER_MINUTE", hide_env_values = true)]
    messages_per_minute: Option<u32>,
    /// Moves and other actions per minute and player
    #[arg(long, value_name = "N", env = "TISANE_ACTIONS_PER_MINUTE", hide_env_values = true)]
    actions_per_minute: Option<u32>,
    /// Connections in total
    #[arg(long, value_name = "N", env = "TISANE_CONNECTIONS", hide_env_values = true)]
    connections: Option<usize>,
    /// Connections per address
    #[arg(long, value_name = "N", env = "TISANE_CONNECTIONS_PER_ADDRESS", hide_env_values = true)]
    connections_per_address: Option<usize>,
    /// WebSockets in total
    #[arg(long, value_name = "N", env = "TISANE_SOCKETS", hide_env_values = true)]
    sockets: Option<usize>,
    /// WebSockets per address
    #[arg(long, value_name = "N", env = "TISANE_SOCKETS_PER_ADDRESS", hide_env_values = true)]
    sockets_per_address: Option<usize>,
    /// No limits; for tests
    #[arg(long, env = "TISANE_UNLIMITED", hide_env_values = true)]
    unlimited: bool,
}

impl LimitOptions {
    /// These options, with the file's for those not given.
    fn or(&self, file: &LimitOptions) -> LimitOptions {
        LimitOptions {
            guests_per_minute: self.guests_per_minute.or(file.guests_per_minute),
            passwords_per_minute: self.passwords_per_minute.or(file.passwords_per_minute),
            games_per_minute: self.games_per_minute.or(file.games_per_minute),
            questions_per_minute: self.questions_per_minute.or(file.questions_per_minute),
            messages_per_minute: self.messages_per_minute.or(file.messages_per_minute),
            actions_per_minute: self.actions_per_minute.or(file.actions_per_minute),
            connections: self.connections.or(file.connections),
            connections_per_address: self.connections_per_address.or(file.connections_per_address),
            sockets: self.sockets.or(file.sockets),
            sockets_per_address: self.sockets_per_address.or(file.sockets_per_address),
            unlimited: self.unlimited || file.unlimited,
        }
    }

    fn limits(&self) -> Limits {
        let usual = if self.unlimited { Limits::none() } else { Limits::default() };
        let rate = |given: Option<u32>, usual: Rate| {
            given.map_or(usual, |n| Rate { burst: n.into(), per_second: f64::from(n) / 60.0 })
        };
        Limits {
            guests: rate(self.guests_per_minute, usual.guests),
            passwords: rate(self.passwords_per_minute, usual.passwords),
            games: rate(self.games_per_minute, usual.games),
            thinking: rate(self.questions_per_minute, usual.thinking),
            chat: rate(self.messages_per_minute, usual.chat),
            actions: rate(self.actions_per_minute, usual.actions),
            connections: self.connections.unwrap_or(usual.connections),
            connections_per_address: self
                .connections_per_address
                .unwrap_or(usual.connections_per_address),
            sockets: self.sockets.unwrap_or(usual.sockets),
            sockets_per_address: self.sockets_per_address.unwrap_or(usual.sockets_per_address),
            ..usual
        }
    }
}

const NOTES: &str = "\
Only this machine can reach the server unless you use --listen. Ctrl-C stops it.

Settings can also be in the environment or in the settings file. In the file,
write _ instead of - (public_url = \"…\"), and put limits under [limits]. Options
take precedence over the environment, and the environment over the file.
TISANE_LOG sets the log level: error, warn (default), info or debug.

Examples:
  tisane serve --open
  tisane serve --listen 0.0.0.0:8472";

/// The settings file.
#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    listen: Option<String>,
    public_url: Option<String>,
    database: Option<PathBuf>,
    trusted_proxy: Option<Vec<String>>,
    behind_proxy: Option<bool>,
    allow_host: Option<Vec<String>>,
    metrics_token: Option<String>,
    log_json: Option<bool>,
    #[serde(default)]
    limits: LimitOptions,
}

impl Args {
    /// The options of an empty command line, with those from the environment.
    pub(crate) fn default_args() -> Args {
        let command = Args::augment_args(clap::Command::new("tisane"));
        Args::from_arg_matches(&command.get_matches_from(["tisane"])).expect("nothing is required")
    }

    /// These options, with the settings file's for those not given.
    fn with_settings(&self, data: &Data) -> anyhow::Result<Args> {
        let settings = self.settings(data)?;
        let wrong = |key: &str, error: String| {
            Failure::new(format!("{key} in the settings file: {error}"), "")
        };
        let listen = settings
            .listen
            .as_deref()
            .map(address)
            .transpose()
            .map_err(|error| wrong("listen", error))?;
        let url = settings
            .public_url
            .as_deref()
            .map(public_url)
            .transpose()
            .map_err(|error| wrong("public_url", error))?;
        let proxies =
            list(settings.trusted_proxy, network).map_err(|error| wrong("trusted_proxy", error))?;
        let host =
            |name: &str| name.parse::<HostName>().map_err(|error| format!("{name:?}: {error}"));
        let hosts = list(settings.allow_host, host).map_err(|error| wrong("allow_host", error))?;
        Ok(Args {
            listen: self.listen.or(listen),
            public_url: self.public_url.clone().or(url),
            database: self.database.clone().or(settings.database),
            trusted_proxy: if self.trusted_proxy.is_empty() {
                proxies
            } else {
                self.trusted_proxy.clone()
            },
            allow_host: if self.allow_host.is_empty() { hosts } else { self.allow_host.clone() },
            behind_proxy: self.behind_proxy || settings.behind_proxy.unwrap_or(false),
            metrics_token: self.metrics_token.clone().or(settings.metrics_token),
            config: self.config.clone(),
            log_json: self.log_json || settings.log_json.unwrap_or(false),
            open: self.open,
            limits: self.limits.or(&settings.limits),
        })
    }

    fn settings(&self, data: &Data) -> anyhow::Result<Settings> {
        settings(self.config.clone(), data)
    }
}

/// Reads this settings file, or `server.toml` in the data folder.
fn settings(file: Option<PathBuf>, data: &Data) -> anyhow::Result<Settings> {
    let usual = data.folder().map(|folder| folder.join("server.toml")).filter(|file| file.exists());
    let Some(file) = file.or(usual) else { return Ok(Settings::default()) };
    let text =
        std::fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
    Ok(toml::from_str(&text)
        .map_err(|error| Failure::new(format!("{}: {}", file.display(), error.message()), ""))?)
}

/// The proxies in the environment or the settings file. Those of the command line of a running
/// server are not known.
pub(crate) fn trusted_proxies(data: &Data) -> anyhow::Result<Vec<IpNet>> {
    let variable = std::env::var("TISANE_TRUSTED_PROXY").ok().filter(|text| !text.is_empty());
    let texts = match variable {
        Some(text) => Some(text.split(',').map(str::to_owned).collect()),
        None => settings(std::env::var_os("TISANE_CONFIG").map(Into::into), data)?.trusted_proxy,
    };
    Ok(list(texts, |text| network(text.trim()))
        .map_err(|error| Failure::new(format!("trusted_proxy: {error}"), ""))?)
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let args = &args.with_settings(data)?;
    log(args.log_json)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("starting the server")?;
    let served = runtime.block_on(async {
        let stop = tokio::spawn(stop()); // before the address is printed, so that a signal sent then is not lost
        let listener = listen(args.listen).await?;
        let app = app(args, data).await?;
        let address = format!("http://{}", listener.local_addr()?);
        writeln!(anstream::stdout(), "Tisane is at {address}")?;
        if let Some(url) = &args.public_url {
            writeln!(anstream::stdout(), "Public address: {url}")?;
        }
        writeln!(anstream::stderr(), "Press Ctrl-C to stop.")?;
        if !tisane_server::has_web_app() {
            writeln!(
                anstream::stderr(),
                "This binary was built without the web app; the page explains how to add it."
            )?;
        }
        if args.open {
            open_browser(&address);
        }
        let stop = async { stop.await.unwrap_or(()) };
        tisane_server::serve(listener, app, stop).await.context("serving")?;
        Ok(Outcome::Yes)
    });
    // Unfinished background work does not keep the process alive.
    runtime.shutdown_timeout(LAST_WORK);
    served
}

/// Sets up the log. It never contains names, messages or game ids; levels beyond `debug` are not
/// offered, because libraries would then log what they read.
fn log(json: bool) -> anyhow::Result<()> {
    let builder =
        tracing_subscriber::fmt().with_max_level(log_level()?).with_writer(std::io::stderr);
    let builder = builder.with_ansi(std::io::stderr().is_terminal());
    let _ = if json { builder.json().try_init() } else { builder.try_init() };
    Ok(())
}

fn log_level() -> anyhow::Result<LevelFilter> {
    let Some(value) = std::env::var_os("TISANE_LOG").filter(|value| !value.is_empty()) else {
        return Ok(LevelFilter::WARN);
    };
    let level = value
        .to_str()
        .and_then(|value| LEVELS.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(value)));
    let wrong = || {
        let value = value.to_string_lossy();
        Failure::new(
            format!("TISANE_LOG is {:?}, which is not a log level", excerpt(&value)),
            "use off, error, warn, info or debug",
        )
    };
    Ok(level.ok_or_else(wrong)?.1)
}

const LEVELS: [(&str, LevelFilter); 5] = [
    ("off", LevelFilter::OFF),
    ("error", LevelFilter::ERROR),
    ("warn", LevelFilter::WARN),
    ("info", LevelFilter::INFO),
    ("debug", LevelFilter::DEBUG),
];

async fn app(args: &Args, data: &Data) -> anyhow::Result<App> {
    let database = database(args.database.as_deref(), data)?;
    let (store, news) = open_store(&database).await.map_err(|error| {
        let hint = match &error {
            StoreError::InUse { .. } => "stop that one, or choose another file with --database",
            StoreError::Damaged(_) => "restore a backup and name it with --database",
            StoreError::Full => "free some space, or choose a file on another disk with --database",
            StoreError::Unreachable(_) => "check the address, and that PostgreSQL runs there",
            _ => "",
        };
        Failure::new(format!("{database}: {error}"), hint)
    })?;
    let loopback = ["127.0.0.0/8", "::1/128"].into_iter().filter(|_| args.behind_proxy);
    let loopback = loopback.map(|net| net.parse().expect("a network"));
    let config = Config {
        public_url: args.public_url.clone(),
        trusted_proxies: args.trusted_proxy.iter().copied().chain(loopback).collect(),
        allowed_hosts: args.allow_host.clone(),
        metrics_token: args.metrics_token.clone(),
        limits: args.limits.limits(),
        timeouts: Timeouts::default(),
        ..Config::default()
    };
    Ok(match news {
        Some(news) => App::with_news(data.catalogue(), data.models(), store, config, news),
        None => App::new(data.catalogue(), data.models(), store, config),
    })
}

type Opened = (Arc<dyn Store>, Option<Arc<dyn News>>);

/// The store, and the news if other servers may share it.
async fn open_store(database: &Database) -> Result<Opened, StoreError> {
    Ok(match database {
        Database::File(file) => (Arc::new(Sqlite::open(file)?), None),
        Database::Postgres(address) => {
            let store = Postgres::open(address).await?;
            (Arc::new(store), Some(Arc::new(Postgres::news(address)?)))
        }
    })
}

/// The chosen database, or the file in the data folder. The folder of a file is created if needed.
pub(crate) fn database(chosen: Option<&Path>, data: &Data) -> anyhow::Result<Database> {
    let usual = || data.folder().map(|folder| folder.join("tisane.db"));
    let Some(chosen) = chosen.map(Path::to_owned).or_else(usual) else {
        return Err(Failure::new(
            "there is no data folder for the database",
            "choose one with --data, or a file with --database",
        )
        .into());
    };
    let database = Database::parse(&chosen)
        .map_err(|error| Failure::new(format!("--database: {error}"), ""))?;
    if let Database::File(file) = &database
        && let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty())
    {
        create_private(folder)
            .with_context(|| format!("creating the folder {}", folder.display()))?;
    }
    Ok(database)
}

/// A database that must exist if it is a file.
pub(crate) fn existing_database(chosen: Option<&Path>, data: &Data) -> anyhow::Result<Database> {
    let database = database(chosen, data)?;
    match &database {
        Database::File(file) if !file.exists() => Err(Failure::new(
            format!("no such database: {}", file.display()),
            "choose it with --database",
        )
        .into()),
        _ => Ok(database),
    }
}

/// Creates a folder that only its owner may read, unless it exists.
fn create_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Parses a list in the settings file.
fn list<T>(
    texts: Option<Vec<String>>,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    texts.unwrap_or_default().iter().map(|text| read(text)).collect()
}

/// A network, or a single address.
fn network(text: &str) -> Result<IpNet, String> {
    let single = || Some(IpNet::from(text.parse::<IpAddr>().ok()?));
    let found = text.parse().ok().or_else(single);
    found.ok_or_else(|| "not an address or a network, such as 10.0.0.2 or 10.0.0.0/8".to_owned())
}

fn public_url(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    let place =
        text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    if place.is_empty() || place.contains(['/', ' ', '?', '#']) {
        return Err("not an address such as https://tisane.example, without a path".to_owned());
    }
    Ok(text.to_owned())
}

fn address(text: &str) -> Result<SocketAddr, String> {
    if let Ok(port) = text.parse() {
        return Ok(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    }
    // A host name may have several addresses; IPv4 is preferred, as most clients do.
    let found: Vec<SocketAddr> = text.to_socket_addrs().map(Iterator::collect).unwrap_or_default();
    let first = found.iter().find(|address| address.is_ipv4()).or(found.first());
    first.copied().ok_or_else(|| "not an address and a port, such as 127.0.0.1:8472".to_owned())
}

async fn listen(address: Option<SocketAddr>) -> anyhow::Result<TcpListener> {
    if let Some(address) = address {
        return Ok(TcpListener::bind(address).await.map_err(|error| {
            let hint = match error.kind() {
                ErrorKind::AddrInUse => "choose another port, or omit --listen to get a free one",
                ErrorKind::PermissionDenied => "choose a port above 1023",
                _ => "",
            };
            Failure::new(format!("cannot listen on {address}: {error}"), hint)
        })?);
    }
    for port in (PORT..PORT + TRIES).chain([0]) {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            Err(error) if port != 0 && error.kind() == ErrorKind::AddrInUse => {}
            result => return result.context("looking for a free port"),
        }
    }
    unreachable!("the last try returns")
}

/// Completes at the first Ctrl-C or SIGTERM; the second ends the process at once.
async fn stop() {
    stop_signal().await;
    tokio::spawn(async {
        stop_signal().await;
        std::process::exit(130);
    });
}

async fn stop_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

fn open_browser(address: &str) {
    let (program, args): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let started = std::process::Command::new(program).args(args).arg(address).spawn();
    if started.is_err() {
        let _ = writeln!(anstream::stderr(), "Could not start a browser; open {address} yourself.");
    }
}
