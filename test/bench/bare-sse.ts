/**
 * The bare baseline of the live room: a Bun.serve that writes each posted text as one event to all
 * open streams, without queues or slices.
 */
const encoder = new TextEncoder()
const hello = encoder.encode('event: hello\ndata: {}\n\n')
const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()
let id = 0

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 0,
  async fetch(request) {
    if (request.method === 'POST') {
      id += 1
      const comment = { id: crypto.randomUUID(), author: { handle: 'room0', displayName: 'Room 0' }, text: '' }
      const json = JSON.stringify({ ...comment, text: await request.text(), createdAt: new Date().toISOString() })
      const bytes = encoder.encode(`id: ${id}\nevent: comment\ndata: ${json}\n\n`)
      for (const stream of streams) stream.enqueue(bytes)
      return new Response()
    }
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(hello)
        streams.add(controller)
      },
    })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  },
})
console.log(`listening on http://127.0.0.1:${server.port}`)

export {}
