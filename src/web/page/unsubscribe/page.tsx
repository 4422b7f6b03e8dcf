import { FormLayout, formHead } from '../../parts/form-layout.tsx'

/** The head of both. */
export const unsubscribeHead = formHead('Letters', 'End the letters that tell you what is new.', '/unsubscribe')

/** Asks whether letters shall end, or says that they have. Works without scripts. */
export const UnsubscribePage = ({ action, isDone }: { action: string; isDone: boolean }) => (
  <FormLayout
    title={isDone ? 'No more letters' : 'End these letters?'}
    lead="Letters that gather your sales and what else is new."
    isPlain={true}
  >
    {isDone ? (
      <p>
        Done. What concerns your money still comes by email. You can have the letters back in your{' '}
        <a href="/account#notifications">preferences</a>.
      </p>
    ) : (
      <form method="post" action={action}>
        <button type="submit" class="key go">
          End these letters
        </button>
      </form>
    )}
  </FormLayout>
)
