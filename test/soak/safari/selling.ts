import { expect } from 'bun:test'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import { announce, isNow } from '../../support/room/party.ts'
import { startServer } from '../../support/server.ts'
import { accessOf, collect, settled, startShop } from '../../support/shop/checkout.ts'
import { giftLink, give, openGiving } from '../../support/shop/gift.ts'
import { dayMs, inMs, openPreorder } from '../../support/shop/preorder.ts'
import { openStall, refundsOf } from '../../support/shop/stall.ts'
import { useWebKit, type Walk, walkInto, webkitTest } from '../../support/webkit/walker.ts'
import { cast, world } from '../../support/world.ts'

useWebKit()

const agree = (walk: Walk) =>
  walk.press('I agree that delivery begins at once, and I know that my right to withdraw ends with it.')

/** Notes whether the document stays, and whether what plays is ever stopped. */
const watch = (walk: Walk) =>
  walk.run(() => {
    const root = document.documentElement
    root.setAttribute('data-same', 'yes')
    for (const name of ['pause', 'load'] as const) {
      const did = HTMLMediaElement.prototype[name]
      HTMLMediaElement.prototype[name] = function () {
        if (!this.paused) root.setAttribute('data-stopped', name)
        return did.call(this)
      }
    }
  })

webkitTest('from the home page through five pages to what was bought, the record does not stop once', async () => {
  await using svc = await startShop()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 700, publishedAt: svc.ctx.now() })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn', { hook: { seconds: 60 } })
  cast(svc.ctx, 'tide', { name: 'Azimuth', publishedAt: svc.ctx.now() - 1_000 })
  await using walk = await walkInto(svc, '/')
  await walk.key('Play the newest')
  await watch(walk)
  await walk.press('Play the newest')
  await walk.key('Pause', '.deck')
  const position = () =>
    walk.run(() => {
      const bar = document.querySelector('.deck .seek')
      return bar instanceof HTMLInputElement ? bar.valueAsNumber : 0
    })
  const heard = [await position()]
  for (const [key, heading] of [
    ['Guide', 'Guide'],
    ['Drops', 'Drops'],
    ['Accessibility', 'Accessibility'],
    ['Sign in', 'Sign in'],
    ['Tapedeck', 'Press play. Keep the tape.'],
  ] as const) {
    await walk.press(key)
    await walk.heading(heading)
    heard.push(await position())
  }
  await walk.press('Dawn Novapreview', '.deck')
  await walk.heading('Nova')
  await walk.press('Buy for $7.00')
  await agree(walk)
  await walk.press('Fill in the test card')
  await walk.write('Email address', 'kim@example.org')
  heard.push(await position())
  const marks = () =>
    walk.run(() => ['data-same', 'data-stopped'].map((name) => document.documentElement.getAttribute(name)))
  expect(await marks()).toEqual(['yes', null])
  await walk.press('Pay $7.00')
  await walk.heading('It’s yours!')
  await walk.until('whole track', () => document.querySelector('.deck') && !document.querySelector('.deck .preview'))
  await walk.key('Pause', '.deck')
  heard.push(await position())
  console.log(`Heard at each page, in seconds: ${heard.map((sec) => sec.toFixed(1)).join(', ')}`)
  // It ran on from page to page.
  expect(heard).toEqual(heard.toSorted((a, b) => a - b))
  expect(heard.at(-1)).toBeGreaterThan(heard[0] ?? 0)
  expect((await marks())[0]).toBe('yes')
})

webkitTest('a card is declined, the bank asks, and its yes is a purchase', async () => {
  await using svc = await startShop()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 700 })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn')
  await using walk = await walkInto(svc, '/checkout/nova')
  await agree(walk)
  await walk.press('Fill in the test card')
  await walk.write('Email address', 'kim@example.org')
  await walk.replace('Card number', '4000000000009995')
  await walk.press('Pay $7.00')
  await walk.see('There is not enough money on this card.')
  await walk.replace('Card number', '4000002760003184')
  await walk.press('Pay $7.00')
  await walk.press('Complete authentication')
  await walk.heading('It’s yours!')
})

webkitTest('a buyer withdraws from the foot of a page', async () => {
  await using stall = await openStall()
  const { svc, track, ada } = stall
  const { orderId } = await collect(svc, ada)
  await using walk = await walkInto(svc, '/')
  await walk.press('Withdraw from contract')
  await walk.write('Email address of your purchase', 'ada@example.com')
  await walk.write('Order number', orderId)
  await walk.press('Withdraw from contract here')
  await walk.heading('Confirm withdrawal')
  await walk.press('Confirm withdrawal')
  await walk.heading('We received your withdrawal')
  await settled(svc)
  expect([await refundsOf(svc), await accessOf(svc, track.id, ada)]).toEqual([[700], 'hook'])
})

webkitTest('a gift is taken with an email address, and plays', async () => {
  await using shop = await openGiving()
  const { svc, ada } = shop
  await give(svc, ada, { email: undefined, message: 'For you' })
  await using walk = await walkInto(svc, `/gift/${await giftLink(svc, ada)}`)
  await walk.see('For you')
  await walk.write('Email address', 'kim@example.org')
  await walk.press('Take it')
  await walk.heading('It’s yours!')
  await walk.key('Play Dawn')
})

webkitTest('a preorder is paid and counts down', async () => {
  await using shop = await openPreorder()
  const { svc, ada } = shop
  await using walk = await walkInto(svc, '/checkout/nova', { as: ada })
  await walk.press(
    'I agree that delivery begins at the hour of the opening, and I know that my right to withdraw ends with it. Until then I can withdraw.',
  )
  await walk.press('Fill in the test card')
  await walk.press('Pay $7.00')
  await walk.heading('You ordered it')
  await walk.until('countdown', () =>
    /^9 d \d\d:\d\d:\d\d left$/.test(document.querySelector('[role=timer]')?.textContent ?? ''),
  )
  svc.tick(10 * dayMs)
  await settled(svc)
  await walk.go('/library')
  await walk.see('First Light')
})

webkitTest('whoever waits for a party is in its room at the hour', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' } })
  const { nova } = await world(svc)
  await announce(svc, nova, { startsAt: inMs(svc, 20_000) })
  await using walk = await walkInto(svc, '/@nova/sideb/party')
  await walk.press('I’ll be there')
  await walk.see('1 person will be there')
  svc.tick(20_000)
  await isNow(svc, 'on')
  await walk.see('The record is playing')
  await walk.key('Leave the party')
})
