/**
 * The bare baseline: a Bun.serve that answers one constant with the headers given. Arguments: the
 * body's file, headers as JSON.
 */
const [bodyPath = '', headersJson = '{}'] = Bun.argv.slice(2)
const body = await Bun.file(bodyPath).text()
// One Headers for all answers: converting a plain object for each would slow the baseline.
const headers = new Headers(Object.entries<string>(JSON.parse(headersJson)))
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(body, { headers }) })
console.log(`listening on http://127.0.0.1:${server.port}`)

export {}
