/**
 * The slow clients of slow-clients.ts, in a process of their own: `bun slow-sockets.ts PORT LORIS
 * IDLE`. Loris sockets send the head of a request one byte a second; idle ones send nothing after a
 * whole request, or nothing at all. A connection that the server ends is opened again. Prints
 * `ready` when all are open, then a line of counts a second.
 */
const [, , port = '0', loris = '0', idle = '0'] = Bun.argv
const batch = 250
const counts = { loris: 0, idle: 0, cut: 0, refused: 0 }

type Kind = 'loris' | 'idle'
const endless = Buffer.from(`GET /api/v1/artists/prolific HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Slow: `)
const whole = Buffer.from(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
const dripping = new Set<Bun.Socket<unknown>>()

async function open(kind: Kind, number: number): Promise<void> {
  try {
    await Bun.connect({
      hostname: '127.0.0.1',
      port: Number(port),
      socket: {
        open(socket) {
          counts[kind] += 1
          if (kind === 'loris') {
            socket.write(endless)
            dripping.add(socket)
          } else if (number % 2 === 0) socket.write(whole)
        },
        data() {},
        close(socket) {
          dripping.delete(socket)
          counts[kind] -= 1
          counts.cut += 1
          setTimeout(() => void open(kind, number), 100)
        },
        error() {},
      },
    })
  } catch {
    counts.refused += 1
    setTimeout(() => void open(kind, number), 1_000)
  }
}

const all: [Kind, number][] = [
  ...Array.from({ length: Number(loris) }, (_, n): [Kind, number] => ['loris', n]),
  ...Array.from({ length: Number(idle) }, (_, n): [Kind, number] => ['idle', n]),
]
for (let n = 0; n < all.length; n += batch) {
  await Promise.all(all.slice(n, n + batch).map(([kind, number]) => open(kind, number)))
}
console.log('ready')
setInterval(() => {
  for (const socket of dripping) socket.write('x')
  console.log(JSON.stringify(counts))
}, 1_000)

export {}
