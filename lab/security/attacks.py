#!/usr/bin/env python3
"""Attacks a Tisane server on this machine the way a stranger would, and prints what came of it.

    python3 lab/security/attacks.py --tisane target/release/tisane [--only memory,fairness]

Each attack starts a server of its own with default limits on a free port and an empty folder, and ends it afterwards.
It talks to 127.0.0.1 only. The standard library is all it needs.
"""
import argparse, base64, http.client, json, os, re, shutil, signal, socket, struct, subprocess, sys, tempfile, threading, time


class Server:
    def __init__(self, binary, *options, folder=None):
        self.folder = folder or tempfile.mkdtemp(prefix="tisane-attack-")
        command = [binary, "serve", "--listen", "0", "--data", self.folder, *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        if ":" not in line:
            raise RuntimeError("the server did not start")
        self.port = int(line.rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def rss(self):
        """Resident memory in MB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) // 1024

    def ask(self, method, path, body=None, cookie=None, headers=None, timeout=60):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        sent = {"content-type": "application/json", **(headers or {})}
        if cookie:
            sent["cookie"] = f"tisane={cookie}"
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, sent)
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
        finally:
            connection.close()
        made = answer.getheader("set-cookie") or ""
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        return answer.status, value, made.split("tisane=", 1)[1].split(";")[0] if "tisane=" in made else None

    def guest(self, name):
        status, me, cookie = self.ask("POST", "/api/me", {"name": name})
        assert status == 200, me
        return cookie

    def account(self, name):
        cookie = self.guest(name)
        status, me, _ = self.ask("POST", "/api/me/account", {"name": name, "password": f"tea-pot-{name}-71"}, cookie)
        assert status == 200, me
        return cookie

    def game(self, cookie, **wishes):
        return self.ask("POST", "/api/games", {"ruleset": "english", **wishes}, cookie)

    def act(self, cookie, game, action):
        return self.ask("POST", f"/api/games/{game}/actions", {"action": action}, cookie)


class WebSocket:
    """Just enough of a client."""

    def __init__(self, server, cookie, buffer=None):
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(20)
        self.socket.connect(("127.0.0.1", server.port))
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET /api/socket HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
        self.socket.sendall((head + f"sec-websocket-version: 13\r\nsec-websocket-key: {key}\r\ncookie: tisane={cookie}\r\n\r\n").encode())
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            self.data += self.socket.recv(1)
        if b" 101 " not in self.data:
            raise ConnectionError(self.data.split(b"\r\n")[0].decode())
        self.data, self.received, self.number = b"", 0, 0

    def say(self, **ask):
        self.number += 1
        payload = json.dumps({"id": self.number, "ask": ask}).encode()
        mask = os.urandom(4)
        length = bytes([0x80 | len(payload)]) if len(payload) < 126 else bytes([0xFE]) + struct.pack(">H", len(payload))
        self.socket.sendall(b"\x81" + length + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)))
        return self.number

    def read(self, n):
        while len(self.data) < n:
            more = self.socket.recv(65536)
            if not more:
                raise ConnectionError("closed")
            self.data += more
            self.received += len(more)
        taken, self.data = self.data[:n], self.data[n:]
        return taken

    def hear(self):
        message = b""
        while True:
            head = self.read(2)
            length = head[1] & 127
            if length == 126:
                length = struct.unpack(">H", self.read(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.read(8))[0]
            payload = self.read(length)
            if head[0] & 15 == 8:
                raise ConnectionError(f"closed with {struct.unpack('>H', payload[:2])[0]}" if payload else "closed")
            if head[0] & 15 in (0, 1):  # a message may come in parts
                message += payload
                if head[0] & 128:
                    return json.loads(message)

    def answer(self, number):
        while True:
            said = self.hear()
            if said["type"] in ("done", "refused") and said.get("id") == number:
                return said


SHEET = "#player1 a A\n#player2 b B\n" + "".join(f">{'ab'[n % 2]}: A - +0 0\n" for n in range(18_000))


def memory(tisane):
    """1: a score sheet of 18,000 turns."""
    for path, body in (("/api/import", {"text": SHEET, "ruleset": "english"}), ("/api/review", {"of": {"sheet": SHEET}, "ruleset": "english"})):
        with Server(tisane) as server:
            before = server.rss()
            subprocess.run(["prlimit", f"--pid={server.process.pid}", "--as=12000000000"], check=False)
            try:
                began = time.time()
                status = server.ask("POST", path, body)[0]
                yield f"{path}: {status} after {time.time() - began:.1f} s, memory {before} -> {server.rss()} MB"
            except OSError as error:
                yield f"{path}: the server is gone ({error})"


def fairness(tisane):
    """2, 3, 4: rules, aborts and seeds that make ratings worthless."""
    with Server(tisane) as server:
        ada, bo = server.account("ada"), server.account("bo")
        rule = {"rule": "points", "points": -100_000, "per": "word"}
        status, room, _ = server.game(ada, bots=["champion"], challenge=rule)
        yield f"2: a challenge that costs -100,000 points: {status}, rated: {room.get('rated')}"
        status, room, _ = server.game(ada, bots=["greedy"])
        game = room["id"]
        client = WebSocket(server, ada)  # bots wait while nobody is there
        client.answer(client.say(type="watch", game=game))
        server.act(ada, game, {"kind": "start"})
        for _ in range(60):
            status, room, _ = server.ask("GET", f"/api/games/{game}", cookie=ada)
            turns = room["game"].get("turns", [])
            if len({turn["seat"] for turn in turns}) == 2 and room["game"].get("on_turn") == room["game"].get("you"):
                break
            if room["game"].get("on_turn") == room["game"].get("you"):
                server.act(ada, game, {"kind": "pass"})
            time.sleep(0.3)
        status, answer, _ = server.act(ada, game, {"kind": "offer_abort"})
        time.sleep(3)
        reason = (server.ask("GET", f"/api/games/{game}", cookie=ada)[1]["game"].get("outcome") or {}).get("reason")
        yield f"3: abort against a bot after both moved: {status}, the game ended by: {reason}"
        status, room, _ = server.game(ada, public=True, seed=7)
        yield f"4: a chosen seed in a public game: {status}"


def racks(tisane):
    """5: open racks read without a cookie."""
    with Server(tisane) as server:
        ada, bo = server.guest("ada"), server.guest("bo")
        status, room, _ = server.game(ada, spectators="racks")
        if status != 200:
            yield f"5: a game with open racks: {status}"
            return
        game = room["id"]
        joined = server.ask("POST", f"/api/games/{game}/join", {}, bo)[0]
        server.act(ada, game, {"kind": "start"})
        seats = server.ask("GET", f"/api/games/{game}")[1].get("game", {}).get("seats", [])
        seen = sum(1 for seat in seats if seat.get("rack"))
        yield f"5: joining without agreeing: {joined}; racks seen without a cookie: {seen} of {len(seats)}"


def help_in_game(tisane):
    """6: help in a live game without the cookie."""
    with Server(tisane) as server:
        ada, bo = server.account("ada"), server.account("bo")
        game = server.game(ada)[1]["id"]
        server.ask("POST", f"/api/games/{game}/join", {}, bo)
        server.act(ada, game, {"kind": "start"})
        cgp = server.ask("GET", f"/api/games/{game}/cgp", cookie=ada)[1].strip()
        own = server.ask("POST", "/api/solve", {"position": cgp}, ada)[0]
        anonymous = server.ask("POST", "/api/solve", {"position": cgp})[0]
        yield f"6: best moves of one's own live game: {own} with the cookie, {anonymous} without"


def sessions(tisane):
    """8: a socket that outlives its session."""
    with Server(tisane) as server:
        ada, bo = server.account("ada"), server.account("bo")
        game = server.game(ada)[1]["id"]
        server.ask("POST", f"/api/games/{game}/join", {}, bo)
        server.act(ada, game, {"kind": "start"})
        client = WebSocket(server, bo)
        client.answer(client.say(type="watch", game=game))
        server.ask("POST", "/api/logout?everywhere=true", {}, bo)
        try:
            result = client.answer(client.say(type="act", game=game, action={"kind": "resign"}))["type"]
        except OSError as error:
            result = str(error)
        yield f"8: resigning through a socket after logging out everywhere: {result}"


def names(tisane):
    """9, 10, 12: passwords, names, hosts."""
    with Server(tisane) as server:
        ada = server.account("ada")
        for text, name in (("zero-width", "ad\u200ba"), ("Cyrillic а", "аda"), ("a bot's", "champion"), ("right-to-left", "\u202eada")):
            status = server.ask("POST", "/api/me", {"name": name})[0]
            yield f"10: a guest with {text} name like an account or a bot: {status}"
        status = server.ask("POST", "/api/me/account", {"name": "ada", "password": "password1"}, ada)[0]
        yield f"9: a new, common password without the old one: {status}"
        status = server.ask("GET", "/metrics", headers={"host": "evil.example"})[0]
        yield f"12: /metrics under the name evil.example: {status}"


def slow_readers(tisane):
    """13: sockets that never read, each sent the 100 longest messages of a room again and again."""
    with Server(tisane) as server:
        guests = [server.guest(f"guest {n}") for n in range(10)]
        game = server.game(guests[0])[1]["id"]
        said = 0
        for round_ in range(40):
            for guest in guests:
                said += server.ask("POST", f"/api/games/{game}/chat", {"text": "\U0001f375" * 500}, guest)[0] == 200
            if said >= 100:
                break
            time.sleep(0.5)
        before, highest, clients = server.rss(), 0, []
        for n in range(200):
            try:
                clients.append(WebSocket(server, guests[n % 10], buffer=4096))
            except OSError:
                break
        opened = len(clients)
        for _ in range(12):
            for client in list(clients):
                try:
                    for _ in range(10):
                        client.say(type="watch", game=game)
                except OSError:
                    clients.remove(client)
            highest = max(highest, server.rss())
            time.sleep(0.5)
        yield f"13: {opened} sockets that never read ({said} long messages in the room): memory {before} -> {highest} MB, {opened - len(clients)} disconnected"


def writes(tisane):
    """14: one guest writes as fast as it can."""
    with Server(tisane) as server:
        ada = server.guest("ada")
        game = server.game(ada)[1]["id"]
        counts = {"chat": 0, "ready": 0, "name": 0}
        for name, ask in (
            ("chat", lambda n: server.ask("POST", f"/api/games/{game}/chat", {"text": f"spam {n}"}, ada)),
            ("ready", lambda n: server.act(ada, game, {"kind": "ready", "ready": n % 2 == 0})),
            ("name", lambda n: server.ask("POST", "/api/me", {"name": f"ada {n}"}, ada)),
        ):
            until, n = time.time() + 5, 0
            while time.time() < until:
                counts[name] += ask(n)[0] == 200
                n += 1
        mute = server.ask("PUT", "/api/me/muted/" + "x" * 60_000, None, ada)[0]
        yield f"14: accepted in 5 s each: {counts}; a mute of 60 KB: {mute}"


def half_sent(tisane):
    """15: half-sent requests, then a shutdown."""
    with Server(tisane) as server:
        held = []
        for _ in range(1000):
            try:
                half = socket.create_connection(("127.0.0.1", server.port), timeout=2)
                half.sendall(b"POST /api/me HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-le")
                held.append(half)
            except OSError:
                break
        try:
            began = time.time()
            other = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20, source_address=("127.0.0.2", 0))
            other.request("GET", "/healthz")
            answer = f"{other.getresponse().status} after {time.time() - began:.1f} s from another address"
        except OSError as error:
            answer = str(error)
        time.sleep(12)
        alive = 0
        for half in held:
            half.settimeout(0.01)
            try:
                while half.recv(4096):
                    pass
            except TimeoutError:
                alive += 1
            except OSError:
                pass
        try:
            later = server.ask("GET", "/healthz", timeout=20)[0]
        except OSError as error:
            later = error
        last = socket.create_connection(("127.0.0.1", server.port), timeout=2)
        last.sendall(b"POST /api/me HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{")
        time.sleep(0.2)
        began = time.time()
        server.process.send_signal(signal.SIGTERM)
        try:
            server.process.wait(60)
        except subprocess.TimeoutExpired:
            pass
        yield f"15: {len(held)} half-sent requests: /healthz {answer}, {later} after 12 s, {alive} still open then; shutdown {time.time() - began:.1f} s"


def queue(tisane):
    """16: five guests of one address ask for long analyses. The other address is 127.0.0.2."""
    with Server(tisane) as server:
        guests = [server.guest(f"guest {n}") for n in range(5)]
        position = "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0"
        body = {"position": position, "ruleset": "english", "ahead": {"milliseconds": 30_000}}
        statuses = []

        def ask(cookie):
            for _ in range(10):
                try:
                    status = server.ask("POST", "/api/solve", body, cookie, timeout=25)[0]
                except OSError:
                    status = "waits"
                if status != 429:
                    break
                time.sleep(1)
            statuses.append(status)

        threads = [threading.Thread(target=ask, args=(guests[n % 5],), daemon=True) for n in range(80)]
        for thread in threads:
            thread.start()
        time.sleep(12)
        other = http.client.HTTPConnection("127.0.0.1", server.port, timeout=40, source_address=("127.0.0.2", 0))
        began = time.time()
        other.request("POST", "/api/solve", json.dumps({**body, "ahead": None}), {"content-type": "application/json"})
        status = other.getresponse().status
        yield f"16: somebody else's question: {status} after {time.time() - began:.1f} s; refused at once: {sum(1 for s in statuses if s in (429, 503))} of 80"


def lobby(tisane):
    """17: what 10 changes of a full lobby cost its watchers."""
    with Server(tisane, "--games-per-minute", "100000", "--guests-per-minute", "10000") as server:
        hosts = [server.guest(f"host {n}") for n in range(10)]
        sockets = [WebSocket(server, host) for host in hosts]

        def open_game(n):
            status, room, _ = server.game(hosts[n % 10], public=True)
            if status != 200:
                return 0
            client = sockets[n % 10]
            client.answer(client.say(type="watch", game=room["id"]))
            return 1

        made = sum(open_game(n) for n in range(400))
        watchers = [WebSocket(server, server.guest(f"watcher {n}")) for n in range(10)]
        for watcher in watchers:
            watcher.answer(watcher.say(type="lobby", watch=True))

        def received():
            for watcher in watchers:
                watcher.socket.settimeout(1.5)
                try:
                    while True:
                        watcher.hear()
                except OSError:
                    pass
            return sum(watcher.received for watcher in watchers)

        before = received()
        for n in range(10):
            open_game(n)
            time.sleep(0.6)
        sent = received() - before
        listed = len(server.ask("GET", "/api/lobby")[1]["rooms"])
        yield f"17: {made} games made, {listed} listed at once; ten changes sent {sent / 1e6:.2f} MB to 10 watchers"


def odds(tisane):
    """18, 20: numbers at the edge; two servers on one file."""
    with Server(tisane) as server:
        ada = server.guest("ada")
        board = {"kind": "board", "ruleset": "english", "position": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0", "note": ""}
        status, kept, _ = server.ask("POST", "/api/kept", {"title": "t", "content": board}, ada)
        change = {"version": 2**63 - 1, "title": "t", "content": board}
        status = server.ask("PUT", f"/api/kept/{kept['id']}", change, ada)[0]
        yield f"18: a change of version 2^63-1: {status}"
        try:
            second = Server(tisane, folder=server.folder)
            second.process.kill()
            second.process.wait()
            yield "20: a second server on the same database: starts"
        except RuntimeError:
            yield "20: a second server on the same database: refused"


ATTACKS = {f.__name__: f for f in (memory, fairness, racks, help_in_game, sessions, names, slow_readers, writes, half_sent, queue, lobby, odds)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tisane", required=True, help="the binary")
    parser.add_argument("--only", help="names of attacks, separated by commas: " + ", ".join(ATTACKS))
    args = parser.parse_args()
    chosen = args.only.split(",") if args.only else list(ATTACKS)
    unknown = [name for name in chosen if name not in ATTACKS]
    if unknown:
        parser.error(f"unknown attack {unknown[0]!r}; there are {', '.join(ATTACKS)}")
    for name in chosen:
        try:
            for line in ATTACKS[name](args.tisane):
                print(line, flush=True)
        except Exception as error:  # one attack that fails says so and doesn't stop the others
            print(f"{name}: failed: {type(error).__name__}: {error}", flush=True)


if __name__ == "__main__":
    main()
