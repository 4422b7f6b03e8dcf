import { FormLayout, formHead } from '../../parts/form-layout.tsx'

/** The head of both. */
export const unsubscribeHead = formHead('Emails', 'End emails that are sent to you.', '/unsubscribe')

type UnsubscribePageProps = {
  action: string
  isDone: boolean
  /** The artist whose mailing list it is; undefined for the letters that gather what is new. */
  artist: string | undefined
}

/** Asks whether letters shall end, or says that they have. Works without scripts. */
export const UnsubscribePage = ({ action, isDone, artist }: UnsubscribePageProps) => (
  <FormLayout
    title={isDone ? 'No more of these emails' : 'End these emails?'}
    lead={artist === undefined ? 'Emails that gather your sales and what else is new.' : `News from ${artist}.`}
    isPlain={true}
  >
    {isDone ? (
      <Done artist={artist} />
    ) : (
      <form method="post" action={action}>
        <button type="submit" class="key go">
          End these emails
        </button>
      </form>
    )}
  </FormLayout>
)

const Done = ({ artist }: Pick<UnsubscribePageProps, 'artist'>) =>
  artist === undefined ? (
    <p>
      Done. What concerns your money still comes by email. You can have these emails back in your{' '}
      <a href="/account#notifications">preferences</a>.
    </p>
  ) : (
    <p>
      Done. You are off the mailing list of <b dir="auto">{artist}</b>, and the next one that they download is without
      you.
    </p>
  )
