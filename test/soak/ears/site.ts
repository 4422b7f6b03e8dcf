import type { BrowserContext } from 'playwright-core'
import { password, signUp } from '../../support/account/account.ts'
import { addMaster } from '../../support/casset/download.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import type { TestServer } from '../../support/server.ts'
import { startShop } from '../../support/shop/checkout.ts'
import { cast, type Person } from '../../support/world.ts'

export type Site = AsyncDisposable & {
  url: string
  password: string
  /** Signs somebody in at the browser; nobody for null. */
  enter(context: BrowserContext, who: 'ada' | 'mara' | null): Promise<void>
  /** Lets the artist of the tape write into its room. */
  write(text: string): Promise<void>
}

async function signIn(context: BrowserContext, { url }: TestServer, person: Person | null): Promise<void> {
  await context.clearCookies()
  if (person === null) return
  const [name = '', value = ''] = person.cookie.split('=')
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
}

/** A shop with a tape, a listener, an artist without music, and an account to enter. */
export async function openSite(): Promise<Site> {
  const svc = await startShop()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 700 })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn', { hook: { seconds: 30 } })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Kettle', { hook: { seconds: 30 }, position: 2 })
  await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Ferry', position: 3 })
  const people = {
    ada: cast(svc.ctx, 'ada', { makesMusic: false, published: false }),
    mara: cast(svc.ctx, 'mara', { name: 'Type II Bias', published: false, publishedAt: null, priceMinor: 0 }),
  }
  await signUp(svc, 'kim')
  const write = async (text: string) => {
    const { status } = await svc.call('POST', '/api/casset/nova/comment', { cookie: nova.cookie, body: { text } })
    if (status !== 201) throw new Error(`The comment was refused with ${status}.`)
  }
  for (const text of ['The first old line', 'The second old line']) await write(text)
  return {
    url: svc.url,
    password,
    enter: (context, who) => signIn(context, svc, who === null ? null : people[who]),
    write,
    [Symbol.asyncDispose]: () => svc[Symbol.asyncDispose](),
  }
}
