import type { Ctx } from '../context.ts'
import { sha256Hex } from '../lib/hash/hmac.ts'

/**
 * Returns the URL of an artist's picture: the uploaded one, else the default one. Absolute on
 * https, like all links that leave the site.
 */
export function pictureUrl(ctx: Ctx, { handle, pfpAssetId }: { handle: string; pfpAssetId: string | null }): string {
  const origin = ctx.site.isHttps ? ctx.site.origin : ''
  return pfpAssetId === null ? `${origin}/pfp/${handle}.svg` : `${origin}/api/assets/${pfpAssetId}/128.webp`
}

const spokes = (x: number, count: number, turn: number): string =>
  Array.from({ length: count }, (_, index) => {
    const angle = turn + (index * 360) / count
    return `<rect x="${x - 3}" y="121" width="6" height="9" rx="2" transform="rotate(${angle} ${x} 138)"/>`
  }).join('')

const stripes = (count: number, colors: readonly string[]): string =>
  Array.from({ length: count }, (_, index) => {
    const height = 36 / count
    const fill = colors[index % colors.length]
    return `<rect x="50" y="${62 + index * height}" width="156" height="${height}" fill="${fill}"/>`
  }).join('')

/** A cassette whose colours, stripes and reels are derived from the handle. */
export function defaultPicture(handle: string): string {
  const digest = Buffer.from(sha256Hex(handle), 'hex')
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = digest
  const hue = Math.round((a / 256) * 360)
  const other = (hue + 40 + Math.round((b / 256) * 280)) % 360
  const colors = [`hsl(${hue} 70% 58%)`, `hsl(${other} 72% 62%)`, `hsl(${hue} 55% 40%)`]
  const wound = 14 + Math.round((c / 256) * 8)
  const letter = (handle.match(/[a-z0-9]/)?.[0] ?? '~').toUpperCase()
  const teeth = 5 + (d % 3)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" role="img" aria-label="@${handle}">`,
    `<rect width="256" height="256" fill="hsl(${hue} 45% 22%)"/>`,
    `<rect x="28" y="46" width="200" height="156" rx="14" fill="hsl(${hue} 22% 12%)"/>`,
    `<rect x="42" y="56" width="172" height="112" rx="6" fill="hsl(${hue} 40% 93%)"/>`,
    stripes(2 + (e % 3), colors),
    `<rect x="62" y="110" width="132" height="56" rx="28" fill="hsl(${hue} 22% 16%)"/>`,
    `<g fill="hsl(${hue} 15% 30%)"><circle cx="92" cy="138" r="${wound + 4}"/>`,
    `<circle cx="164" cy="138" r="${40 - wound}"/></g>`,
    '<g fill="#f6f1e7"><circle cx="92" cy="138" r="15"/><circle cx="164" cy="138" r="15"/></g>',
    `<g fill="hsl(${hue} 22% 16%)">${spokes(92, teeth, b % 60)}${spokes(164, teeth, c % 60)}</g>`,
    `<circle cx="128" cy="80" r="20" fill="hsl(${hue} 40% 93%)"/>`,
    `<text x="128" y="90" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="28" `,
    `fill="hsl(${hue} 60% 12%)">${letter}</text>`,
    `<path d="M76 202l10-26h84l10 26z" fill="hsl(${hue} 18% 18%)"/>`,
    `<g fill="hsl(${hue} 10% 6%)"><circle cx="100" cy="192" r="4"/><circle cx="156" cy="192" r="4"/></g>`,
    '</svg>',
  ].join('')
}
