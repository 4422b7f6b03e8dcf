import type { Stage } from '../contract.ts'
import { agentSecret, type TestServer } from '../server.ts'
import { type Sent, sender, type Turn, turnsTexts } from './heavy-requests.ts'
import { targetsOf } from './targets.ts'

const mostOfForm = 59_000
const mostOfPath = 2_500
const size = 250_000

const encoded = (text: string, most: number) => encodeURIComponent(text).slice(0, most).replace(/%\w?$/, '')

const forms = ['/login', '/language', '/unsubscribe', '/mailing-list', '/api/auth/apple/callback'] as const
const fields = ['email', 'language', 'token', 'state', 'code', 'next', 'id_token', 'user', 'secret'] as const
const heavyForms = ['a=1&'.repeat(15_000), '&'.repeat(60_000), '%41'.repeat(20_000), 'a[a]'.repeat(15_000)] as const

const boundary = 'tapedeck-test-boundary'
const disposition = 'Content-Disposition: form-data; name="file"'
const part = (head: string) => `--${boundary}\r\n${head}\r\n\r\nx\r\n`
const heavyParts = [
  part(`${disposition}; filename="a.png"`).repeat(2_500),
  part(`${disposition}; filename="${'a'.repeat(size)}.png"`),
  part(`${disposition}; filename="${'\\"'.repeat(size / 2)}.png"`),
  part(`Content-Disposition: form-data; ${'a=b; '.repeat(size / 5)}name="file"; filename="a.png"`),
  part(`${disposition}; filename*=UTF-8''${'%41'.repeat(size / 3)}`),
  part(`${'X: a\r\n'.repeat(size / 6)}${disposition}; filename="a.png"`),
  `--${boundary}\r\n`.repeat(size / 26),
  `\r\n--${boundary.slice(0, -1)}`.repeat(size / 26),
  '\r\n'.repeat(size / 2),
] as const

const heavyJson = [
  '['.repeat(29_000) + ']'.repeat(29_000),
  `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`,
  `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":1`).join()}}`,
] as const

const called = (method: string, params: string) => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`

/** Sends the heaviest texts where no JSON body has them: in forms, paths, parts, tools, uploads. */
export async function sendHeavyBodies(svc: TestServer, stage: Stage, { turn, of }: Turn): Promise<Sent> {
  const { so, send } = sender(svc, stage)
  let at = turn
  const texts = (length: number) => {
    at += 1
    return turnsTexts(length, at, of)
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const path of forms) {
    for (const text of heavyForms) await send('POST', path, text.slice(0, 10), form, text)
    for (const name of fields) {
      for (const text of texts(mostOfForm))
        await send('POST', path, `${name}: ${text.slice(0, 20)}`, form, `${name}=${encoded(text, mostOfForm)}`)
    }
  }
  const targets = await targetsOf(svc)
  for (const { method, path } of targets) {
    if (!/[:*]/.test(path)) continue
    const body = method === 'GET' || method === 'HEAD' ? undefined : '{}'
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    for (const text of texts(mostOfPath)) {
      const heavy = path.replace(/:\w+|\*/g, encoded(text, mostOfPath) || 'x')
      await send(method, heavy, text.slice(0, 20), headers, body)
    }
  }
  const tracks = `/api/studio/casset/${stage.nova.cassetId}/tracks`
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  for (const path of ['/api/studio/assets', '/api/hooks/clips', tracks]) {
    for (const [index, body] of heavyParts.entries())
      await send('POST', path, `part ${index}`, type, `${body}--${boundary}--\r\n`)
  }
  for (const text of texts(4_000)) {
    const told = `filename ${Buffer.from(text).toString('base64').slice(0, 8_000)}`
    for (const metadata of [told, 'a YQ==,'.repeat(1_100)]) {
      const upload = { 'tus-resumable': '1.0.0', 'upload-length': '1000', 'upload-metadata': metadata }
      await send('POST', tracks, metadata.slice(0, 20), upload, '')
    }
  }
  const authorization = `Bearer ${agentSecret}`
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization }
  const listed = await svc.fetch('/mcp', { method: 'POST', headers: json, body: called('tools/list', '{}') })
  const { result }: { result: { tools: { name: string; inputSchema: { properties?: object } }[] } } =
    await listed.json()
  for (const { name, inputSchema } of result.tools) {
    for (const key of Object.keys(inputSchema.properties ?? {})) {
      for (const value of [...texts(20_000).map((text) => JSON.stringify(text)), ...heavyJson]) {
        const params = `{"name":"${name}","arguments":{"${key}":${value}}}`
        await send('POST', '/mcp', `${name}.${key}: ${value.slice(0, 20)}`, json, called('tools/call', params))
      }
    }
  }
  for (const each of heavyJson) await send('POST', '/mcp', each.slice(0, 20), json, each)
  return so
}
