import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { api } from '../lib/api.ts'
import { Icon } from '../lib/icon.tsx'

export type ShareProps = {
  slug: string
  /** The page's canonical address. */
  url: string
  title: string
  /**
   * Whether the visitor shares a link of their own: they are signed in, and it is not their page.
   */
  hasOwnLink: boolean
}

/**
 * Shares the page: with the device's own dialog if it has one, otherwise by copying the link.
 * Signed-in visitors share a link of their own, which credits them for its result.
 */
export default function Share({ slug, url, title, hasOwnLink }: ShareProps) {
  const said = useSignal('')
  const own = useRef<Promise<string> | null>(null)
  // Fetched before the button is pressed: browsers share and copy only right after a press.
  const ask = () => {
    if (hasOwnLink) own.current ??= ownLink(slug, url)
  }
  const note = (channel: string) => {
    // Sent even when the visitor leaves the page at once.
    if (hasOwnLink) void api.casset({ slug }).share.post({ channel }, { fetch: { keepalive: true } })
  }
  const share = async () => {
    ask()
    const link = (await own.current) ?? url
    if (typeof navigator.share === 'function') {
      // Closing the dialog rejects the promise; that is a choice, not an error.
      await navigator.share({ url: link, title }).then(
        () => note('device'),
        () => undefined,
      )
      return
    }
    try {
      await navigator.clipboard.writeText(link)
      said.value = 'Link copied'
      note('link')
    } catch {
      said.value = link
    }
  }
  return (
    <>
      <button
        type="button"
        class="key needs-js"
        onPointerDown={ask}
        onFocus={ask}
        onPointerEnter={ask}
        onClick={() => void share()}
      >
        <Icon name="share" />
        Share
      </button>
      <span role="status" class="hand said">
        {said}
      </span>
      {hasOwnLink && said.value !== '' && (
        <a class="links-of" href="/links">
          See what your links bring
        </a>
      )}
    </>
  )
}

/** Returns the visitor's own link to a casset; the page's address when there is none. */
async function ownLink(slug: string, url: string): Promise<string> {
  const { data } = await api.casset({ slug })['referral-link'].post()
  return data?.url ?? url
}
