import type { Server, ServerWebSocket } from 'bun'

/**
 * Debian's Firefox as Playwright starts it, with one difference: what Playwright asks of every
 * browser and this one has no command for yet is answered here with nothing done.
 */
const unknownToFirefox = new Set(['emulation.setMediaFeaturesOverride', 'emulation.setScreenSettingsOverride'])

const firefox = Bun.spawn(['firefox-esr', ...Bun.argv.slice(2)], { stdout: 'inherit', stderr: 'pipe' })
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal))
const decoder = new TextDecoder()
for await (const bytes of firefox.stderr) {
  const lines = decoder.decode(bytes, { stream: true })
  process.stderr.write(lines.replace(/ws:\/\/\S+/, (address) => `ws://127.0.0.1:${stand(address).port}`))
}
process.exit(await firefox.exited)

type Line = { toFirefox: WebSocket; waiting: string[] }

/** Stands between Playwright and Firefox, and returns where. */
function stand(address: string): Server<Line> {
  return Bun.serve<Line>({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request, server) {
      const toFirefox = new WebSocket(address + new URL(request.url).pathname)
      const waiting: string[] = []
      toFirefox.addEventListener('open', () => {
        for (const message of waiting.splice(0)) toFirefox.send(message)
      })
      return server.upgrade(request, { data: { toFirefox, waiting } }) ? undefined : new Response(null, { status: 400 })
    },
    websocket: {
      maxPayloadLength: 2 ** 28,
      idleTimeout: 0,
      open(client) {
        client.data.toFirefox.addEventListener('message', ({ data }) => void client.send(String(data)))
        client.data.toFirefox.addEventListener('close', () => client.close())
      },
      message: (client, message) => pass(client, String(message)),
      close: (client) => client.data.toFirefox.close(),
    },
  })
}

function pass(client: ServerWebSocket<Line>, message: string): void {
  const { id, method } = JSON.parse(message)
  const { toFirefox, waiting } = client.data
  if (unknownToFirefox.has(method)) client.send(JSON.stringify({ type: 'success', id, result: {} }))
  else if (toFirefox.readyState === WebSocket.OPEN) toFirefox.send(message)
  else waiting.push(message)
}
