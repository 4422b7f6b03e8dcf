import { Elysia } from 'elysia'

/**
 * The baseline of the framework: an Elysia app that answers a path with one constant and the
 * headers given. Arguments: the body's file, headers as JSON, the path.
 */
const [bodyPath = '', headersJson = '{}', path = '/'] = Bun.argv.slice(2)
const body = await Bun.file(bodyPath).text()
const headers: Record<string, string> = Object.fromEntries(Object.entries<string>(JSON.parse(headersJson)))
const app = new Elysia()
  .headers(headers)
  .get(path, () => body)
  .listen({ port: 0, hostname: '127.0.0.1' })
console.log(`listening on http://127.0.0.1:${app.server?.port}`)
