import { expect } from 'bun:test'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { deck, heard, playing, ranPast, seek, shop } from '../../support/web/deck.ts'

useBrowser()

browserTest('a reload goes on where the tape stood, and an ejected tape stays out', async () => {
  const { svc, nova } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/@nova')
  const { page } = open
  await playing(page, 'Kettle')
  await ranPast(page, 1)
  const before = await heard(page)
  await page.reload()
  await page.getByText('Press anywhere').waitFor()
  await page.locator('h1').click()
  await page.getByRole('button', { name: 'Pause Kettle' }).waitFor()
  await ranPast(page, before)
  expect(await deck(page).getByRole('link', { name: 'Kettle' }).getAttribute('href')).toBe('/@nova')
  await deck(page).getByRole('button', { name: 'Queue' }).click()
  await deck(page).getByRole('button', { name: 'Close player' }).click()
  await deck(page).waitFor({ state: 'hidden' })
  await page.reload()
  await islandReady(page, 'tracks')
  expect(await deck(page).count()).toBe(0)

  // A whole track is no preview before it plays again.
  await using own = await openPage(svc, '/@nova', { as: nova })
  await playing(own.page, 'Kettle')
  await deck(own.page).getByRole('button', { name: 'Pause', exact: true }).click()
  const length = await seek(own.page).getAttribute('max')
  expect(Number(length)).toBeGreaterThan(0)
  // Nor does it play by itself, as it was paused.
  const asked: string[] = []
  own.page.on('request', (request) => {
    if (request.url().includes('/api/audio/')) asked.push(request.url())
  })
  await own.page.reload()
  await deck(own.page).getByRole('link', { name: 'Kettle' }).waitFor()
  expect(await deck(own.page).getByText('preview').count()).toBe(0)
  expect(await seek(own.page).getAttribute('max')).toBe(length)
  expect(asked.filter((url) => !url.includes('/waveform/'))).toEqual([])
})

browserTest('a press on Pause counts at once, also for a page that is left in the same moment', async () => {
  const { svc } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/@nova')
  await playing(open.page, 'Kettle')
  const pause = deck(open.page).getByRole('button', { name: 'Pause', exact: true })
  const kept = await pause.evaluate((key: HTMLElement) => {
    key.click()
    return sessionStorage.getItem('tapedeck.deck')
  })
  expect(JSON.parse(kept ?? '')).toMatchObject({ index: 1, wasPlaying: false })
})

browserTest('a press on Pause while the next track is still loading keeps it from playing', async () => {
  const { svc, kettle } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/@nova')
  const { page } = open
  await playing(page, 'Dawn')
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(
    ({ pathname }) => pathname === `/api/audio/${kettle.id}`,
    async (route) => {
      asked.resolve()
      await held.promise
      await route.continue()
    },
  )
  await deck(page).getByRole('button', { name: 'Next' }).click()
  await asked.promise
  await deck(page).getByRole('button', { name: 'Pause', exact: true }).click()
  const begun = await page.evaluate(() => {
    const plays = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = function play() {
      document.documentElement.dataset.played = 'yes'
      return plays.call(this)
    }
    return document.documentElement.dataset.played
  })
  expect(begun).toBeUndefined()
  held.resolve()
  // Loaded as far as its length.
  await page.waitForFunction(() => Number(document.querySelector<HTMLInputElement>('.deck .seek')?.max) === 20)
  await deck(page).getByRole('button', { name: 'Play', exact: true }).waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset.played)).toBeUndefined()
})

browserTest('a browser that asks for a press first is told so, and any press goes on at the same second', async () => {
  const { svc } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/@nova')
  const { page, problems } = open
  const told = page.locator('#toast').getByText('Press anywhere and the music goes on.')
  const start = async () => {
    await playing(page, 'Dawn')
    await ranPast(page, 2)
  }
  /** Comes back to the tab as if nobody had pressed anything in it. */
  const comeBack = async (path: string) => {
    await page.goto('about:blank')
    await page.goto(svc.url + path)
    await told.waitFor()
    expect(await deck(page).getByRole('button', { name: 'Play', exact: true }).count()).toBe(1)
    return heard(page)
  }
  const goesOn = async (before: number) => {
    await ranPast(page, before + 0.2, before + 5)
    await told.waitFor({ state: 'detached' })
  }
  await start()
  const first = await comeBack('/login')
  expect(first).toBeGreaterThan(2)
  await page.getByLabel('Email').pressSequentially('a')
  await goesOn(first)
  // A second load before anything was pressed loses nothing.
  await comeBack('/')
  const second = await comeBack('/@nova')
  await page.getByRole('heading', { name: 'Nova', exact: true }).click()
  await goesOn(second)
  // A key that plays is a press of its own: it is not undone.
  const third = await comeBack('/@nova')
  await islandReady(page, 'tracks')
  await page.getByRole('button', { name: 'Play Dawn', exact: true }).click()
  await goesOn(third)
  const fourth = await comeBack('/@nova')
  await deck(page).getByRole('button', { name: 'Play', exact: true }).press('Enter')
  await goesOn(fourth)
  const fifth = await comeBack('/@nova')
  await page.locator('body').press('k')
  await goesOn(fifth)
  // Another tape is what they want, and a player that was closed stays so.
  await comeBack('/@tide')
  await islandReady(page, 'tracks')
  await page.getByRole('button', { name: 'Play Ebb', exact: true }).click()
  await page.getByRole('button', { name: 'Pause Ebb', exact: true }).waitFor()
  await told.waitFor({ state: 'detached' })
  await comeBack('/@nova')
  await deck(page).getByRole('button', { name: 'Queue', exact: true }).click()
  await page.getByRole('button', { name: 'Close player' }).click()
  await deck(page).waitFor({ state: 'hidden' })
  expect(problems).toEqual([])
})
