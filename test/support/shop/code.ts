import type { Answer, TestServer } from '../server.ts'
import type { Person } from '../world.ts'

/** The cells of a CSV, row by row, as a spreadsheet reads them. */
export function cellsOf(csv: string): string[][] {
  const lines = csv.replace(/^\uFEFF/, '').split('\r\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('""', '"')))
}

/** Asks for a batch of codes. */
export const askBatch = (svc: TestServer, { cookie, cassetId }: Person, body: Record<string, unknown> = {}) =>
  svc.call('POST', '/api/studio/codes', { cookie, body: { cassetId, label: 'Merch table', count: 3, ...body } })

/** Makes a batch: its id, and its codes. */
export async function makeCodes(svc: TestServer, person: Person, body: Record<string, unknown> = {}) {
  const { status, json, text } = await askBatch(svc, person, body)
  if (status !== 201) throw new Error(`no codes: ${status} ${text}`)
  const codes = cellsOf(String(Reflect.get(Object(json), 'csv')))
    .slice(1)
    .map(([code = '']) => code)
  const [first = ''] = codes
  return { id: String(Reflect.get(Object(Reflect.get(Object(json), 'batch')), 'id')), codes, first }
}

export const redeem = (svc: TestServer, { cookie }: Person, code: string): Promise<Answer> =>
  svc.call('POST', '/api/codes/redeem', { cookie, body: { code } })
