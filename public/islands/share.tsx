import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import { announce } from '../lib/announce.ts'
import { api } from '../lib/api.ts'
import { Icon } from '../lib/icon.tsx'
import type { Shared, ShareSheet } from './share-sheet.tsx'
import type { WishProps } from './wish.tsx'

export type ShareProps = {
  slug: string
  /** The page's canonical address. */
  url: string
  title: string
  /** The visitor is signed in, and it is not their page. */
  hasOwnLink: boolean
  later?: WishProps | undefined
  /** The style sheet of the sheet, where the page's own does not have it. */
  styles?: string
}

/**
 * Opens the ways to share the page. Signed-in visitors share a link of their own, which credits
 * them for its result. The sheet is loaded when it is first wanted.
 */
export default function Share({ slug, url, title, hasOwnLink, later, styles }: ShareProps) {
  const shared = useSignal<Shared | null>(null)
  const sheet = useSignal<{ Sheet: typeof ShareSheet } | null>(null)
  const problem = useSignal('')
  const own = useRef<Promise<string | null> | null>(null)
  const note = (channel: string) => {
    // Sent even when the visitor leaves the page at once.
    if (hasOwnLink) void api.casset({ slug }).share.post({ channel }, { fetch: { keepalive: true } })
  }
  // The link is fetched before the sheet is open: browsers copy only right after a press.
  const open = async () => {
    if (hasOwnLink) own.current ??= ownLink(slug)
    try {
      const [loaded] = await Promise.all([import('./share-sheet.tsx'), styles && loadStyles(styles)])
      sheet.value = { Sheet: loaded.ShareSheet }
      const link = await own.current
      // Without an answer the next press asks again.
      if (link === null) own.current = null
      shared.value = { slug, title, url, link: link ?? url, later }
    } catch {
      problem.value = url
      announce(url)
    }
  }
  const Sheet = sheet.value?.Sheet
  return (
    <>
      <button type="button" class="key needs-js" aria-haspopup="dialog" onClick={() => void open()}>
        <Icon name="share" />
        {say('Share')}
      </button>
      <span class="hand said">{problem}</span>
      {Sheet && <Sheet about={shared} note={note} />}
    </>
  )
}

/** Adds a style sheet to the page; resolves when it is there, or cannot be loaded. */
const loadStyles = (href: string): Promise<void> =>
  new Promise((resolve) => {
    if (document.querySelector(`link[href="${href}"]`)) return resolve()
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    for (const event of ['load', 'error']) link.addEventListener(event, () => resolve())
    document.head.append(link)
  })

/** Returns the visitor's own link to a casset; null without an answer. */
async function ownLink(slug: string): Promise<string | null> {
  const { data } = await api.casset({ slug })['referral-link'].post()
  return data?.url ?? null
}
