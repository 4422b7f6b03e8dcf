import { worldById } from '../../casset/access/visible-casset.ts'
import { say } from '../../lib/language/say.ts'
import { emailPictureUrl } from '../../platform/asset/asset-url.ts'
import type { EmailLookOf } from '../../platform/mail/email-html.ts'
import { lookOf } from '../../world/look.ts'
import { plainPalettes } from './palette.ts'
import { hueOf } from './theme.ts'

export const lookOfEmail: EmailLookOf = (ctx, cassetId, hasSleeve) => {
  const world = cassetId === null ? undefined : worldById(ctx, cassetId)
  if (!world) return plainPalettes(hueOf({ tokens: {}, coverColor: null }), {})
  const { cover, theme } = lookOf(world)
  const { tokens } = theme
  const palettes = plainPalettes(hueOf({ tokens, coverColor: cover?.color ?? null }), tokens)
  if (!hasSleeve || !world.cover) return palettes
  const url = ctx.site.origin + emailPictureUrl(world.cover.id, 640)
  return { ...palettes, picture: { url, alt: say('The sleeve of {name}', { name: world.casset.name }), width: 240 } }
}
