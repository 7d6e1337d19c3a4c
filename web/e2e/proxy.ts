/** A proxy to the server that can be cut and restored. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Way {
  readonly address: string;
  cut(): void;
  mend(): void;
  close(): void;
}

export async function way(server: string): Promise<Way> {
  const { hostname, port } = new URL(server);
  const open = new Set<Socket>();
  let isCut = false;
  const proxy = createServer((client) => {
    if (isCut) return client.destroy();
    const behind = connect(Number(port), hostname);
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut,
    mend: () => (isCut = false),
    close() {
      cut();
      proxy.close();
    },
  };
}
