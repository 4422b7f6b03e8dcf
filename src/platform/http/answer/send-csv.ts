export function sendCsv(lines: AsyncGenerator<string>, name: string): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await lines.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await lines.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: headersOf(name) })
}

export const answerCsv = (text: string, name: string): Response => new Response(text, { headers: headersOf(name) })

const headersOf = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8; header=present',
  'content-disposition': `attachment; filename="tapedeck-${name}.csv"`,
  'cache-control': 'private, no-store',
})
