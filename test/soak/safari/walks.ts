import { expect } from 'bun:test'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import { startServer } from '../../support/server.ts'
import { collect, startShop } from '../../support/shop/checkout.ts'
import { useWebKit, type Walk, walkInto, webkitTest } from '../../support/webkit/walker.ts'
import { cast, world } from '../../support/world.ts'

useWebKit()

async function shop() {
  const svc = await startShop()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 700 })
  const ada = cast(svc.ctx, 'ada', { published: false })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn', { hook: { seconds: 3 } })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Kettle', { hook: { seconds: 60 }, position: 2 })
  return { svc, nova, ada }
}

const heard = (walk: Walk) =>
  walk.until('position', () => {
    const bar = document.querySelector('.deck .seek')
    return bar instanceof HTMLInputElement ? bar.valueAsNumber : 0
  })

const ranPast = (walk: Walk, second: number) =>
  walk.until(
    `second ${second}`,
    (past) => {
      const bar = document.querySelector('.deck .seek')
      return bar instanceof HTMLInputElement && bar.valueAsNumber > past
    },
    second,
  )

webkitTest('a hook ends, and the next one follows', async () => {
  const { svc } = await shop()
  await using _ = svc
  await using walk = await walkInto(svc, '/@nova')
  await walk.press('Play Dawn')
  await walk.key('Pause Kettle')
  await ranPast(walk, 0.5)
  await walk.press('Pause', '.deck')
  await walk.key('Play', '.deck')
})

webkitTest('after a full load any press goes on at the same second', async () => {
  const { svc } = await shop()
  await using _ = svc
  await using walk = await walkInto(svc, '/@nova')
  await walk.press('Play Kettle')
  await ranPast(walk, 1)
  await walk.go('/guide')
  await walk.see('Press anywhere and the music goes on.')
  const before = await heard(walk)
  expect(before).toBeGreaterThan(1)
  await walk.press('Tapedeck')
  await walk.heading('Press play. Keep the tape.')
  await ranPast(walk, before + 0.5)
})

webkitTest('an account buys and plays the whole track', async () => {
  const { svc, ada } = await shop()
  await using _ = svc
  await using walk = await walkInto(svc, '/checkout/nova', { as: ada })
  await walk.press('I agree that delivery begins at once, and I know that my right to withdraw ends with it.')
  await walk.press('Fill in the test card')
  await walk.press('Pay $7.00')
  await walk.heading('It’s yours!')
  await walk.go('/@nova')
  await walk.press('Play Dawn')
  await ranPast(walk, 4)
})

webkitTest('a free casset is two presses, and Back leads to no form', async () => {
  await using svc = await startShop()
  const nova = cast(svc.ctx, 'nova', { priceMinor: 0 })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn')
  await using walk = await walkInto(svc, '/@nova')
  await walk.press('Get it free')
  await walk.write('Email address', 'kim@example.org')
  await walk.press('Get it free', 'main')
  await walk.heading('It’s yours!')
  await walk.back()
  await walk.heading('Nova')
})

webkitTest('somebody signs up, signs out and signs in', async () => {
  await using svc = await startServer()
  await using walk = await walkInto(svc, '/signup?as=artist')
  const credentials = async () => {
    await walk.write('Email', 'mara@example.org')
    await walk.write('Password', 'rewind with a pencil')
  }
  await walk.write('Name', 'Mara Velo')
  await walk.see('is available.')
  await credentials()
  await walk.press('Create account')
  await walk.press('Sign out')
  await walk.press('Sign in')
  await walk.heading('Sign in')
  await credentials()
  await walk.press('Sign in', 'main')
  await walk.key('Sign out')
})

webkitTest('once somebody has signed out, no page of theirs comes back', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  await using walk = await walkInto(svc, '/studio/sales', { as: nova })
  await walk.heading('Sales')
  // Loaded in full, so that the browser puts the page before it aside.
  await walk.go('/account')
  await walk.see('nova@example.com')
  await walk.press('Sign out')
  await walk.heading('Press play. Keep the tape.')
  for (const _ of ['/account', '/studio/sales']) {
    await walk.back()
    await walk.heading('Sign in')
    expect(await walk.run(() => document.body.innerText)).not.toContain('nova@example.com')
  }
})

webkitTest('a session that ended elsewhere shows nothing on the way back', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  await using walk = await walkInto(svc, '/account', { as: nova })
  await walk.see('nova@example.com')
  await walk.run(() =>
    window.addEventListener('pageshow', ({ persisted }) => sessionStorage.setItem('back', `${persisted}`)),
  )
  await walk.go('/guide')
  await walk.heading('Guide')
  await svc.call('POST', '/api/auth/logout', { cookie: nova.cookie })
  await walk.back()
  await walk.heading('Sign in')
  expect(await walk.run(() => document.body.innerText)).not.toContain('nova@example.com')
  // The browser had put the page aside, and shown it again.
  expect(await walk.run(() => sessionStorage.getItem('back'))).toBe('true')
})

webkitTest('the player that Back brings says what sounds', async () => {
  const { svc } = await shop()
  await using _ = svc
  await using walk = await walkInto(svc, '/@nova')
  await walk.press('Play Dawn')
  await walk.key('Pause Dawn')
  await walk.go('/@nova?from=elsewhere')
  await walk.press('Play Kettle')
  await ranPast(walk, 1)
  await walk.back()
  await walk.until('a page without a query', () => location.search === '')
  await walk.until('Kettle in the player', () => document.querySelector('.deck')?.textContent.includes('Kettle'))
  // Where the browser holds it until a press.
  await walk.press('Tapedeck')
  await walk.key('Pause', '.deck')
})

webkitTest('a casset is kept offline and played from there', async () => {
  const { svc, ada } = await shop()
  await using _ = svc
  await collect(svc, ada)
  await using walk = await walkInto(svc, '/library', { as: ada })
  await walk.until('service worker', () => navigator.serviceWorker.controller !== null)
  await walk.press('Keep offline – First Light')
  await walk.see('Kept offline')
  await walk.see('Kept on this device')
})

webkitTest('the queue opens over a page', async () => {
  const { svc } = await shop()
  await using _ = svc
  await using walk = await walkInto(svc, '/@nova')
  await walk.press('Play Kettle')
  await walk.press('Queue')
  await walk.key('Close player')
  await walk.press('Close player')
})

webkitTest('a search is a page, and the music plays on', async () => {
  const { svc } = await shop()
  await using _ = svc
  await using walk = await walkInto(svc, '/@nova')
  await walk.press('Play Kettle')
  await walk.key('Pause Kettle')
  await walk.press('Tapedeck')
  await walk.write('Find a casset, an artist or a track', 'nova')
  await walk.press('Search')
  await walk.heading('Search')
  await walk.key('Pause', '.deck')
})
