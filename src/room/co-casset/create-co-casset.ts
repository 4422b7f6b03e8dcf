import { inTransaction } from '../../../db/commits.ts'
import { makeMusic } from '../../account/change-user.ts'
import { cleanLine } from '../../account/clean-text.ts'
import { isHandle, isHandleFree } from '../../account/handle/handle.ts'
import { addCasset } from '../../casset/casset.ts'
import { addFirstPlace } from '../../casset/member/place.ts'
import { addSplits, equalParts, readSplits, underPresentHandles } from '../../casset/member/splits.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { longestHandle } from '../../lib/account/handle.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { newPriceCurrency } from '../../platform/payment/platform-currency.ts'
import type { Shared } from './find-co-casset.ts'
import { inviteArtist, invitedArtist, requireFreePlace } from './invitation.ts'
import type { NewCoCasset } from './model.ts'

/**
 * Creates a co-casset: unpublished and free, with its creator as the only member and the others
 * invited. Throws VALIDATION by field, BAD_STATE for a taken or reserved slug and for too many
 * memberships.
 */
export function createCoCasset(ctx: Ctx, creator: Viewer, asked: NewCoCasset): Shared {
  const name = cleanLine(asked.name)
  if (name === '') throw invalid('name', say('Enter a name with at least one visible character.'))
  return inTransaction(ctx.db, () => {
    const invited = asked.members.map((handle, index) => invitedArtist(ctx, creator, handle, `members.${index}`))
    refuseTwice(
      creator,
      invited.map(({ handle }) => handle),
    )
    const people = [{ artistId: creator.artistId, handle: creator.handle }, ...invited]
    const parts = asked.splits
      ? readSplits(underPresentHandles(ctx, asked.splits, people.length), people)
      : equalParts(people)
    const slug = asked.slug === undefined ? slugOf(ctx, name) : freeSlug(ctx, asked.slug)
    requireFreePlace(ctx, creator)
    const { artistId } = creator
    const casset = addCasset(ctx, { artistId, slug, name, currency: newPriceCurrency(ctx) })
    const place = addFirstPlace(ctx, { cassetId: casset.id, artistId })
    makeMusic(ctx, artistId)
    addSplits(ctx, place, parts, true)
    for (const one of invited) inviteArtist(ctx, casset, creator, one)
    return { casset, place }
  })
}

function refuseTwice({ handle }: Viewer, members: readonly string[]): void {
  const again = members.findIndex((member, index) => member === handle || members.indexOf(member) < index)
  if (again < 0) return
  const isSelf = members[again] === handle
  throw invalid(
    `members.${again}`,
    isSelf ? say('You are in it already.') : say('@{handle} is named twice.', { handle: String(members[again]) }),
  )
}

function freeSlug(ctx: Ctx, slug: string): string {
  if (!isHandle(slug)) throw invalid('slug', say('An address has 3 to 30 lowercase letters, digits, _ or -.'))
  if (isHandleFree(ctx, slug)) return slug
  throw new AppError('BAD_STATE', say('This address is taken.'), { field: 'slug', hint: say('Choose another one.') })
}

// Leaves space for a number after it.
const longestBase = longestHandle - 3

/** Returns an address from a name, with a number where it is taken. */
function slugOf(ctx: Ctx, name: string): string {
  const base = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestBase)
    .replace(/^-+|-+$/g, '')
  const wanted = ['', ...Array.from({ length: 98 }, (_, index) => `-${index + 2}`)].map((end) => base + end)
  const slug = wanted.find((each) => isHandle(each) && isHandleFree(ctx, each))
  if (base !== '' && slug !== undefined) return slug
  throw invalid(
    'slug',
    say('This name cannot be turned into an address.'),
    say('Choose one of 3 to 30 lowercase letters, digits, _ or -.'),
  )
}
