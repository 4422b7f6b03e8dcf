import { FormLayout, formHead } from '../../parts/form-layout.tsx'

/** The head of both. */
export const unsubscribeHead = formHead('Letters', 'End letters that are mailed to you.', '/unsubscribe')

type UnsubscribePageProps = {
  action: string
  isDone: boolean
  /** The artist whose mailing list it is; undefined for the letters that gather what is new. */
  artist: string | undefined
}

/** Asks whether letters shall end, or says that they have. Works without scripts. */
export const UnsubscribePage = ({ action, isDone, artist }: UnsubscribePageProps) => (
  <FormLayout
    title={isDone ? 'No more letters' : 'End these letters?'}
    lead={artist === undefined ? 'Letters that gather your sales and what else is new.' : `News from ${artist}.`}
    isPlain={true}
  >
    {isDone ? (
      <Done artist={artist} />
    ) : (
      <form method="post" action={action}>
        <button type="submit" class="key go">
          End these letters
        </button>
      </form>
    )}
  </FormLayout>
)

const Done = ({ artist }: Pick<UnsubscribePageProps, 'artist'>) =>
  artist === undefined ? (
    <p>
      Done. What concerns your money still comes by email. You can have the letters back in your{' '}
      <a href="/account#notifications">preferences</a>.
    </p>
  ) : (
    <p>
      Done. You are off the mailing list of <b dir="auto">{artist}</b>, and the next one that they download is without
      you.
    </p>
  )
