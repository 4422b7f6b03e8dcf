import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { httpsUrl } from '../../lib/address/https-url.ts'
import { say } from '../../lib/language/say.ts'
import { writtenLanguages } from '../../lib/language/written-languages.ts'
import { ownAsset } from '../../platform/asset/own-asset.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type ArtistRow, artistOf } from '../artist.ts'
import { refuseBlockedWords } from '../block-list.ts'
import { changeArtist } from '../change-user.ts'
import { cleanLine, cleanLines, readDisplayName } from '../clean-text.ts'
import { refuseLinksOfNew } from '../new-account.ts'
import type { Social } from '../shape.ts'
import type { UpdateProfile } from './model.ts'

type Changes = Partial<ArtistRow>

/** Changes the named fields of the caller's profile. Throws VALIDATION by field. */
export function updateProfile(ctx: Ctx, viewer: Viewer, body: UpdateProfile): ArtistRow {
  const changes = readChanges(ctx, viewer, body)
  if (Object.keys(changes).length === 0) return artistOf(ctx, viewer.userId)
  return changeArtist(ctx, viewer.artistId, changes)
}

function readChanges(ctx: Ctx, viewer: Viewer, body: UpdateProfile): Changes {
  const changes: Changes = {}
  if (body.displayName !== undefined) {
    changes.displayName = readDisplayName(body.displayName)
    // A name from before the list stays.
    if (changes.displayName !== viewer.displayName) refuseBlockedWords(ctx, 'displayName', changes.displayName)
  }
  if (body.bio !== undefined) {
    changes.bio = cleanLines(body.bio)
    if (changes.bio !== null && changes.bio !== artistOf(ctx, viewer.userId).bio)
      refuseLinksOfNew(ctx, viewer.userId, 'bio', changes.bio)
  }
  if (body.location !== undefined) changes.location = cleanLine(body.location ?? '') || null
  if (body.pronouns !== undefined) changes.pronouns = cleanLine(body.pronouns ?? '') || null
  if (body.writesIn !== undefined) {
    const { writesIn } = body
    if (writesIn !== null && !Object.hasOwn(writtenLanguages, writesIn)) {
      throw invalid('writesIn', say('Choose one of the languages in the list.'))
    }
    changes.writesIn = writesIn
  }
  if (body.profileFlag !== undefined) changes.profileFlag = body.profileFlag
  if (body.tellsPurchases !== undefined) changes.tellsPurchases = body.tellsPurchases
  if (body.takesAnswers !== undefined) changes.takesAnswers = body.takesAnswers
  if (body.socials !== undefined) changes.socials = body.socials.map(readSocial)
  if (body.pfpAssetId !== undefined) {
    const { pfpAssetId } = body
    changes.pfpAssetId = pfpAssetId === null ? null : ownAsset(ctx, viewer, 'image', pfpAssetId, 'pfpAssetId').id
  }
  return changes
}

function readSocial({ kind, url }: Social, index: number): Social {
  const word = cleanLine(kind)
  if (word === '') throw invalid(`socials.${index}.kind`, say('Enter a name for this link.'))
  const href = httpsUrl(url)
  if (href === undefined) {
    throw invalid(`socials.${index}.url`, say('A link must be an https address, without a user name.'))
  }
  return { kind: word, url: href }
}
