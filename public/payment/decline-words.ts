type Words = { field: 'number' | 'expiry' | 'cvc' | null; text: string }

const again = 'Nothing was taken. Try another card.'

const said = new Map<string | null, Words>(
  Object.entries<Words>({
    insufficient_funds: { field: 'number', text: `There is not enough money on this card. ${again}` },
    incorrect_number: { field: 'number', text: 'This number is no card’s. Look at it again, digit by digit.' },
    invalid_number: { field: 'number', text: 'This number is no card’s. Look at it again, digit by digit.' },
    expired_card: { field: 'expiry', text: `This card has expired. ${again}` },
    invalid_expiry_month: { field: 'expiry', text: 'A year has twelve months: look at the date again.' },
    invalid_expiry_year: { field: 'expiry', text: 'This card has expired, or the year has a slip in it.' },
    incorrect_cvc: { field: 'cvc', text: 'The bank does not know these digits. They are on the back of the card.' },
    invalid_cvc: { field: 'cvc', text: 'The bank does not know these digits. They are on the back of the card.' },
    processing_error: {
      field: null,
      text: 'The bank tripped over this one. Nothing was taken: try again in a moment.',
    },
    try_again_later: { field: null, text: 'The bank tripped over this one. Nothing was taken: try again in a moment.' },
    card_velocity_exceeded: { field: 'number', text: `This card has been used too often of late. ${again}` },
    withdrawal_count_limit_exceeded: { field: 'number', text: `This card has reached its limit. ${again}` },
    currency_not_supported: { field: 'number', text: `This card cannot pay in this currency. ${again}` },
    card_not_supported: { field: 'number', text: `This card cannot pay here. ${again}` },
    test_mode_live_card: { field: 'number', text: 'That looks like a real card. Here only test cards work.' },
    authentication_required: { field: null, text: 'Your bank wants to ask you first. Try once more, and answer it.' },
    payment_intent_authentication_failure: {
      field: null,
      text: 'Your bank did not get a yes from you. Nothing was taken: try again, or take another card.',
    },
  }),
)

/**
 * A refusal in words for the payer, and the field it is about. Lost, stolen and suspicious cards are refused like any
 * other: whoever holds one is told nothing.
 */
export const declineWords = (code: string | null): Words =>
  said.get(code) ?? { field: 'number', text: `The bank said no to this card, without a reason. ${again}` }
