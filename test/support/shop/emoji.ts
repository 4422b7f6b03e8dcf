import { emojis } from '../../../db/schema/shop/emoji.ts'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { formBytes, sendForm } from '../casset/upload.ts'
import { png } from '../platform/picture.ts'
import type { Answer, TestServer } from '../server.ts'
import type { Person } from '../world.ts'

/** A small red square. */
export const square = png(32, 32, () => [200, 60, 40])

/** Uploads a picture and gives the id of its asset; the answer's words when it was refused. */
export async function uploadPicture(svc: TestServer, { cookie }: Person, bytes: Uint8Array): Promise<string> {
  const form = formBytes([{ name: 'file', value: bytes, fileName: 'wave.png' }])
  const { status, json, text } = await sendForm(svc, '/api/studio/assets', cookie, form)
  if (status !== 201) throw new Error(`not uploaded: ${status} ${text}`)
  return String(Reflect.get(Object(Reflect.get(Object(json), 'asset')), 'id'))
}

/** Puts an uploaded picture up as an emoji. */
export async function putUp(
  svc: TestServer,
  artist: Person,
  bytes: Uint8Array = square,
  said: Record<string, unknown> = {},
): Promise<Answer> {
  const assetId = await uploadPicture(svc, artist, bytes)
  const body = { shortcode: 'wave', price: 200, assetId, ...said }
  return svc.call('POST', '/api/studio/emojis', { cookie: artist.cookie, body })
}

export const emojiOf = ({ json }: Answer): { id: string; url: string } => {
  const emoji = Object(Reflect.get(Object(json), 'emoji'))
  return { id: String(Reflect.get(emoji, 'id')), url: String(Reflect.get(emoji, 'url')) }
}

/** Puts an emoji straight into the database, with its picture. */
export async function addEmoji(
  { ctx }: Pick<TestServer, 'ctx'>,
  { cassetId }: Pick<Person, 'cassetId'>,
  shortcode = 'wave',
  values: Partial<typeof emojis.$inferInsert> = {},
) {
  const sha256 = sha256Hex(square)
  const path = ctx.blobs.scratch(ctx.uuid())
  await Bun.write(path, square)
  await ctx.blobs.adopt([{ path, sha256 }], () => {})
  const row = { id: ctx.uuid(), cassetId, shortcode, sha256, contentType: 'image/png', bytes: square.length } as const
  return ctx.db
    .insert(emojis)
    .values({ ...row, priceMinor: 200, createdAt: ctx.now(), ...values })
    .returning()
    .get()
}

/** Asks to buy an emoji of nova's. */
export const buy = (svc: TestServer, { cookie }: Person, emojiId: string, slug = 'nova'): Promise<Answer> =>
  svc.call('POST', `/api/casset/${slug}/emoji/purchase`, { cookie, body: { emojiId } })

export async function seenBy(svc: TestServer, person?: Person, slug = 'nova'): Promise<unknown[]> {
  const { json } = await svc.call('GET', `/api/casset/${slug}/media`, { cookie: person?.cookie })
  const list: unknown = Reflect.get(Object(json), 'emojis')
  return Array.isArray(list) ? list : []
}
