import { extras } from '../../../db/schema/casset/extra.ts'
import type { Ctx } from '../../../src/context.ts'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import type { Answer, TestServer } from '../server.ts'
import type { Person } from '../world.ts'
import { type Author, formBytes, sendForm } from './upload.ts'

export const extrasPath = ({ cassetId }: Pick<Author, 'cassetId'>) => `/api/studio/casset/${cassetId}/extras`

/** A PDF of one page of 200 by 100 points, in one colour, with whatever its catalog has besides. */
export function pdf(catalog = '', colour = '1 0 0'): Buffer<ArrayBuffer> {
  const draw = `${colour} rg 0 0 200 100 re f`
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>>',
    `<</Length ${draw.length}>>stream\n${draw}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer)
}

export const addByForm = (
  svc: Pick<TestServer, 'fetch'>,
  person: Author,
  bytes: Uint8Array | string,
  fileName = 'Booklet.pdf',
): Promise<Answer> =>
  sendForm(svc, extrasPath(person), person.cookie, formBytes([{ name: 'file', value: bytes, fileName }]))

/** Adds a file by a form; returns its id. */
export async function added(
  svc: Pick<TestServer, 'fetch'>,
  person: Author,
  bytes: Uint8Array | string = pdf(),
  fileName = 'Booklet.pdf',
): Promise<string> {
  const { status, json, text } = await addByForm(svc, person, bytes, fileName)
  if (status !== 201) throw new Error(`not added: ${status} ${text}`)
  return String(Object(json).extra.id)
}

/** Puts a file on a casset without sending it, with its bytes where they are given. */
export async function addExtraRow(
  { db, blobs, uuid, now }: Ctx,
  cassetId: string,
  values: Partial<typeof extras.$inferInsert> = {},
  content: Uint8Array = pdf(),
) {
  const path = blobs.scratch(uuid())
  const sha256 = sha256Hex(content)
  await Bun.write(path, content)
  await blobs.adopt([{ path, sha256 }], () => {})
  const row = { id: uuid(), cassetId, position: 1, name: 'Booklet', format: 'pdf', createdAt: now() } as const
  return db
    .insert(extras)
    .values({ ...row, bytes: content.length, sha256, ...values })
    .returning()
    .get()
}

export const listedOf = async (svc: TestServer, person: Author): Promise<Record<string, unknown>[]> =>
  Object((await svc.call('GET', extrasPath(person), { cookie: person.cookie })).json).extras

/** Asks for a file as an account, a guest or the taker of a gift does. */
export const extraPath = (id: string, slug = 'nova') => `/api/casset/${slug}/extras/${id}`

export const openAs = (svc: TestServer, { cookie }: Pick<Person, 'cookie'>, path: string, headers = {}) =>
  svc.call('GET', path, { cookie, headers })
