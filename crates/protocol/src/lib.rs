//! What Tisane says over HTTP, sockets and --json.
