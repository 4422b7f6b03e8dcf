import type { Page } from 'playwright-core'
import type { TestedWay } from '../../../src/web/page/accessibility.tsx'
import { inTree } from '../../support/tree.ts'
import type { Site } from './site.ts'

/** A step by keys, and what a screen reader has to say of it. */
export type Step = {
  does: string
  act: (page: Page) => Promise<unknown>
  wanted: readonly (string | RegExp)[]
  forbidden?: readonly (string | RegExp)[]
  /** The most texts within a second. */
  most?: number
  /** How long it is listened to after all that is wanted was spoken. */
  forMs?: number
}

const key = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
const ready = (page: Page, island: string) =>
  page.locator(`c-island[data-name="${island}"][data-ready]`).first().waitFor({ state: 'attached' })

const open =
  ({ url, enter }: Site, path: string, island: string, who: 'ada' | 'mara' | null = null) =>
  async (page: Page) => {
    await enter(page.context(), who)
    await page.goto(url + path)
    await ready(page, island)
  }

const pressed = (page: Page, keys: string) => page.keyboard.press(keys)

/** The steps of each flow that the statement on accessibility names. */
export const flows: Readonly<Record<TestedWay, (site: Site) => readonly Step[]>> = {
  find: (site) => [
    { does: 'the home page opens', act: open(site, '/', 'player/play-tape'), wanted: ['Tapedeck'] },
    { does: 'the link of a tape', act: (page) => page.locator('.rack a').first().focus(), wanted: [/Nova[\s\S]*link/] },
    {
      does: 'the tape opens',
      act: (page) => pressed(page, 'Enter'),
      wanted: ['First Light by Nova'],
      most: 6,
    },
  ],
  hear: (site) => [
    { does: 'the tape opens', act: open(site, '/@nova', 'tracks'), wanted: ['First Light by Nova'] },
    {
      does: 'a hook plays',
      async act(page) {
        await key(page, 'Play Dawn').focus()
        await pressed(page, 'Enter')
      },
      wanted: ['Now playing: Dawn by Nova.'],
    },
    {
      does: 'the seek bar while it plays',
      act: (page) => page.getByRole('slider', { name: 'Seek' }).focus(),
      wanted: [/Seek[\s\S]*of 0:30/],
      forbidden: [/(?:of 0:30[\s\S]*){2}/],
      forMs: 4_000,
    },
    { does: 'five seconds on', act: (page) => pressed(page, 'ArrowRight'), wanted: [/0:\d\d of 0:30/], most: 2 },
    {
      does: 'the waveform while it plays',
      act: (page) => page.getByRole('slider', { name: 'Position in Dawn' }).focus(),
      wanted: ['Position in Dawn'],
      forbidden: [/(?:of 1:00[\s\S]*){2}/],
      forMs: 4_000,
    },
    {
      does: 'the hook is over',
      async act(page) {
        await page.getByRole('slider', { name: 'Seek' }).focus()
        await pressed(page, 'End')
      },
      wanted: [/Now playing: Kettle|This was the hook/],
      forbidden: [/(?:0:\d\d of 0:30[\s\S]*){4}/],
      forMs: 4_000,
    },
  ],
  buy: (site) => [
    { does: 'the checkout opens', act: open(site, '/checkout/nova', 'checkout/guest'), wanted: ['First Light'] },
    {
      does: 'the email is missing',
      async act(page) {
        await page.getByLabel('Email address').focus()
        await pressed(page, 'Enter')
      },
      wanted: ['Enter your email address, like kim@example.org.'],
    },
    {
      does: 'and is still missing',
      act: (page) => pressed(page, 'Enter'),
      wanted: ['Enter your email address, like kim@example.org.'],
    },
    {
      does: 'the card is declined',
      async act(page) {
        for (const box of await page.locator('.agrees input').all()) await box.check()
        await page.getByLabel('Email address').fill('kim@example.org')
        await key(page, 'Fill in the test card').press('Enter')
        await page.getByLabel('Card number').fill('4000 0000 0000 9995')
        await page.getByLabel('Card number').press('Enter')
      },
      wanted: ['There is not enough money on this card.'],
    },
    {
      does: 'it is paid',
      async act(page) {
        await page.getByLabel('Card number').fill('4242 4242 4242 4242')
        await page.getByLabel('Card number').press('Enter')
        await page.waitForURL(/\/collected\//)
      },
      wanted: [/It’s yours!/],
      forbidden: ['10 characters'],
    },
  ],
  download: () => [
    {
      does: 'the link to download',
      act: (page) => page.getByRole('link', { name: 'Download First Light' }).focus(),
      wanted: ['Download First Light'],
    },
    {
      does: 'the download comes',
      act: (page) => Promise.all([page.waitForEvent('download'), pressed(page, 'Enter')]),
      wanted: [],
      most: 4,
    },
  ],
  'sign in': (site) => [
    {
      does: 'the page opens',
      act: open(site, '/login', 'auth/log-in'),
      wanted: ['Sign in'],
      forbidden: ['invalid entry'],
    },
    {
      does: 'the password is wrong',
      async act(page) {
        await page.getByLabel('Email').fill('kim@example.org')
        await page.getByLabel('Password', { exact: true }).fill('not this one, no')
        await page.getByLabel('Password', { exact: true }).press('Enter')
      },
      wanted: ['The email address or the password is wrong.'],
    },
    {
      does: 'it is right',
      async act(page) {
        await page.getByLabel('Password', { exact: true }).fill(site.password)
        await page.getByLabel('Password', { exact: true }).press('Enter')
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForURL((url) => url.pathname !== '/login')
      },
      wanted: [/Tapedeck/],
    },
  ],
  comment: (site) => [
    {
      does: 'the room opens',
      act: open(site, '/@nova/sideb', 'room/room', 'ada'),
      wanted: ['Nova'],
      forbidden: ['old line', 'Reconnecting'],
      forMs: 3_000,
    },
    {
      does: 'the field',
      act: (page) => page.getByLabel('Your comment').focus(),
      wanted: ['Your comment'],
      forbidden: ['invalid entry'],
    },
    {
      does: 'a comment is sent',
      async act(page) {
        await page.keyboard.type('Hello')
        await pressed(page, 'Enter')
      },
      wanted: ['Sent'],
      forbidden: ['Ada: Hello'],
    },
  ],
  room: (site) => [
    {
      does: 'somebody else writes',
      act: () => site.write('A whisper'),
      wanted: [],
      forbidden: ['A whisper'],
      forMs: 4_000,
    },
    {
      does: 'reading aloud is switched on',
      async act(page) {
        await page.getByLabel('Read new comments aloud').focus()
        await pressed(page, 'Space')
      },
      wanted: ['Read new comments aloud', /\bchecked/],
    },
    { does: 'somebody else writes again', act: () => site.write('A song'), wanted: ['Nova: A song'] },
    {
      does: 'much is written at once',
      async act() {
        for (let line = 1; line <= 6; line += 1) await site.write(`Line ${line}`)
      },
      wanted: [/6 new lines[\s\S]*Line 6/],
      forbidden: ['Line 3'],
      most: 2,
    },
    {
      does: 'the room is left',
      async act(page) {
        await page.getByRole('link', { name: 'Home', exact: true }).focus()
        await pressed(page, 'Enter')
      },
      wanted: ['Tapedeck'],
      forbidden: ['Reconnecting'],
    },
  ],
  upload: (site) => [
    { does: 'the studio opens', act: open(site, '/studio', 'studio/studio', 'mara'), wanted: ['Tapedeck'] },
    {
      does: 'a file is uploaded',
      act: (page) => page.locator('.zone input[type=file]').setInputFiles(inTree('test/fixtures/flac-long.flac')),
      // Otherwise it is said while the dialog opens, whose title is lost then.
      wanted: [/flac-long\.flac is uploaded/, 'SECRET-TITLE is ready.'],
      most: 4,
      forMs: 3_000,
    },
  ],
  publish: () => [
    {
      does: 'the question is read',
      async act(page) {
        await key(page, /^Play SECRET-TITLE$/)
          .and(page.locator(':enabled'))
          .waitFor()
        await key(page, 'Publish').focus()
        await pressed(page, 'Enter')
      },
      wanted: ['Ready to publish?'],
    },
    {
      does: 'the price is missing',
      act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).press('Enter'),
      wanted: [/Say what it costs/],
    },
    {
      does: 'it is published',
      async act(page) {
        await page.getByRole('dialog').getByLabel('Free for everybody').press('Space')
        await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).press('Enter')
      },
      wanted: [/It’s out!|It is published/],
    },
  ],
  search: (site) => [
    {
      does: 'the field',
      async act(page) {
        await open(site, '/search', 'player/deck')(page)
        await page.getByRole('searchbox').first().focus()
      },
      wanted: [/Search|search/],
    },
    {
      does: 'a tape is found',
      async act(page) {
        await page.keyboard.type('first')
        await pressed(page, 'Enter')
        await page.waitForURL(/q=first/)
      },
      wanted: ['first'],
    },
    {
      does: 'the tape',
      act: (page) => page.locator('.rack a').first().focus(),
      wanted: [/First Light/],
    },
  ],
}
