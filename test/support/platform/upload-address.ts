import { type Author, tracksPath } from '../casset/upload.ts'
import type { TestServer } from '../server.ts'
import { raw } from './raw.ts'

/**
 * Every way of writing an address that might be read as another's upload. `own` stands in the
 * sender's casset.
 */
export function addressForms(mallory: Author, own: string, victim: Author, theirs: string): string[] {
  const mine = tracksPath(mallory)
  const yours = tracksPath(victim)
  const percent = (text: string) =>
    [...text].map((mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')
  const behind = [
    `?/${theirs}`,
    `?x=/${theirs}`,
    `?a=b&c=/${theirs}`,
    `?/${theirs}/`,
    `?%2F/${theirs}`,
    `?%2F${theirs}`,
  ]
  const strange = [
    `?//${theirs}`,
    `??/${theirs}`,
    `?/x/../${theirs}`,
    `?\\${theirs}`,
    `?${theirs}`,
    `?/${percent(theirs)}`,
  ]
  const further = [`#/${theirs}`, `?#/${theirs}`, `;/${theirs}`, `%3F/${theirs}`, `%23/${theirs}`, `%00/${theirs}`]
  return [
    ...[...behind, ...strange, ...further].flatMap((end) => [`${mine}/${own}${end}`, `${mine}/${own}/${end}`]),
    ...behind.flatMap((end) => [`${mine}${end}`, `${mine}/${end}`]),
    ...[`/${theirs}`, `//${theirs}`, `/${theirs}/`, `/./${theirs}`, `/${percent(theirs)}`, `/${theirs}.json`],
    ...[theirs, `${theirs}/`, `/${theirs}`, `./${theirs}`, percent(theirs), `x/../${theirs}`].map(
      (end) => `${mine}/${end}`,
    ),
    ...[
      `${own}/${theirs}`,
      `${own}%2F${theirs}`,
      `${own}%2f..%2f${theirs}`,
      `..%2F${theirs}`,
      `${own}/../${theirs}`,
    ].map((end) => `${mine}/${end}`),
    `${mine}/${mallory.cassetId}_${theirs.split('_')[1]}`,
    ...[`${theirs}`, `${theirs}?/${own}`, `${theirs}/?/${own}`, `${percent(theirs)}`].map((end) => `${yours}/${end}`),
    `/api/studio/casset/${percent(victim.cassetId)}/tracks/${theirs}`,
    `/api/studio/casset/${percent(mallory.cassetId)}/tracks/${theirs}`,
    `/api/studio/casset/${percent(mallory.cassetId)}/tracks/${own}?/${theirs}`,
    `/api/studio/casset//${mallory.cassetId}/tracks/${theirs}`,
    `//api/studio/casset/${mallory.cassetId}/tracks/${own}?/${theirs}`,
    `/x?${yours}/${theirs}`,
  ]
}

/** Sends one tus request byte for byte, as no client would, and gives what comes back. */
export function rawTus(
  { url }: Pick<TestServer, 'url'>,
  { cookie }: Pick<Author, 'cookie'>,
  method: string,
  target: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<string> {
  const lines = Object.entries({
    host: new URL(url).host,
    connection: 'close',
    cookie,
    'tus-resumable': '1.0.0',
    ...(body === '' ? {} : { 'content-length': String(body.length) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return raw(url, `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}
