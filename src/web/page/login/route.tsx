import { troubleWords } from '../../../account/identity/trouble.ts'
import type { Ctx } from '../../../context.ts'
import { optional, page, seeOther } from '../../page.tsx'
import { doorsOf } from '../../parts/doors.tsx'
import { nextPath, nextWord } from '../../parts/form-layout.tsx'
import { readOffer } from '../../parts/read-offer.ts'
import { LoginPage, loginHead } from './page.tsx'

const words = { ...nextWord, trouble: 20, with: 20 } as const

/** `/login`. Signed-in visitors are redirected at once. */
export const loginRoute = (ctx: Ctx) =>
  page(ctx, { path: '/login', viewer: optional, query: words }, ({ viewer, query }) => {
    const next = nextPath(query.next)
    if (viewer) return seeOther(next)
    const doors = doorsOf(ctx.config.providers)
    const door = doors.find(({ name }) => name === query.with)
    const told = door && troubleWords(query.trouble, door.label)
    const offer = readOffer(ctx, next)
    const main = <LoginPage next={next} doors={doors} offer={offer} {...(told === undefined ? {} : { told })} />
    // A page to go on to may be a secret link.
    return { head: loginHead(offer), main, ...(query.next === undefined ? {} : { isPrivate: true }) }
  })
