import '../lib/form-parts.ts'
import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import { inParts } from '../lib/in-parts.tsx'
import { Said } from '../lib/said.tsx'
import { SlipDialog } from '../lib/slip-dialog.tsx'
import Wish, { type WishProps } from './wish.tsx'

/**
 * The page that is shared: its slug, title and address, and the link that the visitor shares, which
 * credits them where it is not the address.
 */
export type Shared = { slug: string; title: string; url: string; link: string; later?: WishProps | undefined }

type ShareSheetProps = {
  about: Signal<Shared | null>
  note: (channel: string) => void
}

/** All ways to share a page: its link, a player for other sites, a code, and a card to print. */
export function ShareSheet({ about, note }: ShareSheetProps) {
  return (
    <SlipDialog about={about} title={() => say('Share')}>
      {(shared) => <Ways {...shared} note={note} close={() => close(about)} />}
    </SlipDialog>
  )
}

const close = (about: Signal<Shared | null>) => {
  about.value = null
}

type WaysProps = Shared & Pick<ShareSheetProps, 'note'> & { close?: () => void }

export function Ways({ slug, title, url, link, later, note, close }: WaysProps) {
  const hasOwnLink = link !== url
  const player = useSignal('')
  const size = useSignal<'card' | 'line'>('card')
  useEffect(() => {
    const height = size.value === 'line' ? '&maxheight=200' : ''
    void fetch(`/oembed?url=${encodeURIComponent(url)}${height}`)
      .then(async (answer) => {
        const told: unknown = answer.ok ? await answer.json() : null
        const html: unknown = Reflect.get(Object(told), 'html')
        player.value = typeof html === 'string' ? html : ''
      })
      .catch(() => undefined)
  }, [size.value])
  const toDevice = () =>
    navigator.share({ url: link, title }).then(
      () => note('device'),
      // Closing the device's dialog rejects the promise; that is a choice, not an error.
      () => undefined,
    )
  return (
    <div class="share-sheet">
      <CopyField
        id="share-link"
        label={hasOwnLink ? say('Your own link') : say('Link ## an address')}
        text={link}
        onCopied={() => note('link')}
        said={say('Link copied')}
      />
      {hasOwnLink && (
        <p class="hint">
          {inParts(say('It shows you who came because of you: <a>see what your links bring</a>'), {
            a: (text) => <a href="/links">{text}</a>,
          })}
        </p>
      )}
      {'share' in navigator && (
        <button type="button" class="key" onClick={() => void toDevice()}>
          {say('Send with an app')}
        </button>
      )}
      {player.value !== '' && (
        <>
          <CopyField
            id="share-player"
            label={say('Player for your website')}
            text={player.value}
            isLong
            said={say('Code copied')}
          />
          <fieldset class="sizes">
            <legend class="sr">{say('Size of the player')}</legend>
            {(['card', 'line'] as const).map((each) => (
              <button
                key={each}
                type="button"
                class="link"
                aria-pressed={size.value === each}
                onClick={() => {
                  size.value = each
                }}
              >
                {each === 'card' ? say('With tracks') : say('One line')}
              </button>
            ))}
          </fieldset>
        </>
      )}
      <div class="paper">
        <a href={`/share/code/${slug}.svg`} download={`${slug}.svg`}>
          <img src={`/share/code/${slug}.svg`} width="96" height="96" alt={say('QR code of {title}', { title })} />
          {say('Save the QR code')}
        </a>
        <a href={`/@${slug}/jcard`} target="_blank" rel="noopener">
          {say('Print a card for a cassette')}
        </a>
      </div>
      {later && <Wish {...later} />}
      {close && (
        <div class="acts">
          <button type="button" class="key" onClick={close}>
            {say('Close')}
          </button>
        </div>
      )}
    </div>
  )
}

type CopyFieldProps = { id: string; label: string; text: string; said: string; isLong?: boolean; onCopied?: () => void }

function CopyField({ id, label, text, said, isLong = false, onCopied }: CopyFieldProps) {
  const status = useSignal('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      status.value = said
      onCopied?.()
    } catch {
      const field = document.getElementById(id)
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
      status.value = say('Copy the selected text.')
    }
  }
  return (
    <div class="copy-field">
      <label for={id}>{label}</label>
      {isLong ? <textarea id={id} readOnly rows={3} value={text} /> : <input id={id} readOnly value={text} />}
      <button type="button" class="key" onClick={() => void copy()}>
        {inParts(say('Copy<span> {label}</span>', { label }), { span: (text) => <span class="sr">{text}</span> })}
      </button>
      <Said as="span" class="hand">
        {status}
      </Said>
    </div>
  )
}
