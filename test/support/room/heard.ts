import type { Page } from 'playwright-core'

declare global {
  interface Window {
    heardBy?: HTMLAudioElement[]
  }
}

/** The second that a page's player is at, and when that was, by the machine's clock. */
export const heard = (page: Page) =>
  page.evaluate(() => {
    const audio = [...(window.heardBy ?? [])].find(({ paused }) => !paused)
    return audio ? { sec: audio.currentTime, at: performance.timeOrigin + performance.now() } : null
  })

/** Remembers the page's audio elements, which are in no document. Called before the page opens. */
export const rememberSound = (page: Page) =>
  page.addInitScript(() => {
    const all: HTMLAudioElement[] = []
    window.heardBy = all
    window.Audio = new Proxy(Audio, {
      construct: (target, args) => {
        const made = Reflect.construct(target, args)
        all.push(made)
        return made
      },
    })
  })

/** How many seconds two players are apart at one moment; endless while one of them is silent. */
export async function secondsApart(leader: Page, follower: Page): Promise<number> {
  const [one, other] = await Promise.all([heard(leader), heard(follower)])
  if (!one || !other) return Number.POSITIVE_INFINITY
  return Math.abs(one.sec - other.sec - (one.at - other.at) / 1000)
}

/** Sound of the page begins so much later than it is asked to. Called before the page opens. */
export const delaySound = (page: Page, delayMs: number) =>
  page.addInitScript((ms) => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = async function () {
      await new Promise((resolve) => setTimeout(resolve, ms))
      await play.call(this)
    }
  }, delayMs)
