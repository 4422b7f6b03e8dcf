import { expect } from 'bun:test'
import { addPlayableTrack } from '../support/casset/playable.ts'
import { fixturePath } from '../support/casset/studio.ts'
import { say } from '../support/room/room.ts'
import { startServer } from '../support/server.ts'
import { startShop } from '../support/shop/checkout.ts'
import { useWebKit, type Walk, walkInto, webkitTest } from '../support/webkit/walker.ts'
import { cast, world } from '../support/world.ts'

useWebKit()

async function shop() {
  const svc = await startShop()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 700 })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn', { hook: { seconds: 60 } })
  return svc
}

/** Plays a hook. The answer tells whether the document is still the same, and the sound stopped. */
async function play(walk: Walk) {
  await walk.press('Play Dawn')
  await walk.key('Pause Dawn')
  await walk.run(() => {
    const root = document.documentElement
    root.setAttribute('data-same', 'yes')
    const { pause } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.pause = function () {
      root.setAttribute('data-stopped', 'yes')
      return pause.call(this)
    }
  })
  return () => walk.run(() => ['data-same', 'data-stopped'].map((name) => document.documentElement.getAttribute(name)))
}

webkitTest('in WebKit the music plays on from page to page, and Back is a page like any other', async () => {
  await using svc = await shop()
  await using walk = await walkInto(svc, '/@nova')
  const stops = await play(walk)
  for (const [key, heading] of [
    ['Tapedeck', 'Press play. Keep the tape.'],
    ['Guide', 'Guide'],
    ['Sign in', 'Sign in'],
  ] as const) {
    await walk.press(key)
    await walk.heading(heading)
  }
  for (const heading of ['Guide', 'Press play. Keep the tape.', 'Nova']) {
    await walk.back()
    await walk.heading(heading)
  }
  await walk.key('Pause Dawn')
  expect(await stops()).toEqual(['yes', null])
})

webkitTest('in WebKit a track that cannot be played is passed over, and no slider says how loud it is', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Murk', { hookFormat: 'ogg' })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn', { hook: { seconds: 60 }, position: 2 })
  await using walk = await walkInto(svc, '/@nova')
  await walk.press('Play Murk')
  await walk.see('This browser cannot play the format of “Murk”.')
  await walk.key('Pause Dawn')
  await walk.press('Queue')
  await walk.key('Close player')
  expect(await walk.run(() => document.querySelectorAll('.volume').length)).toBe(0)
})

webkitTest('in WebKit a guest buys while the hook plays, which goes on as the whole track', async () => {
  await using svc = await shop()
  await using walk = await walkInto(svc, '/@nova')
  const stops = await play(walk)
  await walk.press('Buy for $7.00')
  await walk.press('I agree that delivery begins at once, and I know that my right to withdraw ends with it.')
  await walk.press('Fill in the test card')
  await walk.write('Email address', 'kim@example.org')
  expect(await stops()).toEqual(['yes', null])
  await walk.press('Pay $7.00')
  await walk.heading('It’s yours!')
  await walk.until('whole track', () => document.querySelector('.deck') && !document.querySelector('.deck .preview'))
  await walk.key('Pause', '.deck')
  await walk.back()
  await walk.heading('Nova')
  expect((await stops())[0]).toBe('yes')
})

webkitTest('in WebKit people talk in a live room', async () => {
  await using svc = await startServer()
  const { ada, nova } = await world(svc)
  await using walk = await walkInto(svc, '/@nova/sideb', { as: ada })
  await walk.write('Your comment', 'Hello from the bus')
  await walk.press('Send')
  await walk.see('Hello from the bus')
  await say(svc, nova, 'Hello from the stage')
  await walk.see('Hello from the stage')
})

webkitTest('in WebKit an artist signs up, uploads a track and publishes it', async () => {
  await using svc = await startServer()
  await using walk = await walkInto(svc, '/signup?as=artist')
  await walk.write('Name', 'Mara Velo')
  await walk.see('is available.')
  await walk.write('Email', 'mara@example.org')
  await walk.write('Password', 'rewind with a pencil')
  await walk.press('Create account')
  await walk.see('No tracks yet. Add the first one.')
  await walk.put('c-island[data-ready] .zone input[type=file]', fixturePath('flac-long.flac'))
  await walk.key('Play SECRET-TITLE')
  await walk.press('Publish')
  await walk.press('Free for everybody', 'dialog')
  await walk.press('Publish', 'dialog')
  await walk.heading('It’s out!')
})

webkitTest('in WebKit a page of another site plays a casset in a frame', async () => {
  await using svc = await shop()
  await using walk = await walkInto(svc, '/')
  const blog = Bun.serve({
    port: 0,
    fetch: () =>
      new Response(`<!doctype html><title>Blog</title><iframe src="${walk.url}/@nova/embed" height="420"></iframe>`, {
        headers: { 'content-type': 'text/html' },
      }),
  })
  await walk.go(`http://localhost:${blog.port}/`)
  await walk.enterFrame('iframe')
  await walk.press('Play')
  await walk.see('Playing Dawn')
  await walk.until('sound', () => document.querySelector('.cassette.turning'))
  await blog.stop(true)
})
