import { say } from '../../src/lib/language/say.ts'

type Words = { field: 'number' | 'expiry' | 'cvc' | null; text: string }

const again = () => say('Nothing was taken. Try another card.')

const said = () =>
  new Map<string | null, Words>(
    Object.entries<Words>({
      insufficient_funds: {
        field: 'number',
        text: say('There is not enough money on this card. {again}', { again: again() }),
      },
      incorrect_number: { field: 'number', text: say('This card number is not valid. Check every digit.') },
      invalid_number: { field: 'number', text: say('This card number is not valid. Check every digit.') },
      expired_card: { field: 'expiry', text: say('This card has expired. {again}', { again: again() }) },
      invalid_expiry_month: { field: 'expiry', text: say('This expiry date is not valid. Check the month.') },
      invalid_expiry_year: { field: 'expiry', text: say('This card has expired, or the year is mistyped.') },
      incorrect_cvc: { field: 'cvc', text: say('This security code is wrong. On most cards it is on the back.') },
      invalid_cvc: { field: 'cvc', text: say('This security code is wrong. On most cards it is on the back.') },
      processing_error: {
        field: null,
        text: say('The bank could not process this payment. Nothing was taken: try again in a moment.'),
      },
      try_again_later: {
        field: null,
        text: say('The bank could not process this payment. Nothing was taken: try again in a moment.'),
      },
      card_velocity_exceeded: {
        field: 'number',
        text: say('This card has been used too often recently. {again}', { again: again() }),
      },
      withdrawal_count_limit_exceeded: {
        field: 'number',
        text: say('This card has reached its limit. {again}', { again: again() }),
      },
      currency_not_supported: {
        field: 'number',
        text: say('This card cannot pay in this currency. {again}', { again: again() }),
      },
      card_not_supported: { field: 'number', text: say('This card cannot pay here. {again}', { again: again() }) },
      test_mode_live_card: { field: 'number', text: say('That looks like a real card. Here only test cards work.') },
      authentication_required: {
        field: null,
        text: say('Your bank wants you to confirm this payment. Try again, and confirm it there.'),
      },
      payment_intent_authentication_failure: {
        field: null,
        text: say(
          'You did not confirm this payment with your bank. Nothing was taken: try again, or use another card.',
        ),
      },
    }),
  )

/**
 * Returns a refusal in words for the payer, and its field. Lost, stolen and suspicious cards are
 * refused like any other, so that their holder learns nothing.
 */
export const declineMessage = (code: string | null): Words =>
  said().get(code) ?? {
    field: 'number',
    text: say('The bank declined this card without a reason. {again}', { again: again() }),
  }
