const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/**
 * Every table with something of a person, by the paragraph of the draft on privacy that tells of
 * it: a test compares it with the database (rule: legal-drafts).
 */
export const tablesByPart = {
  account: words(`users artists account_search searched_accounts former_addresses former_handles invitations identities
    pending_identities passkeys recovery_codes mailed_tokens sign_in_flows sign_in_steps sessions app_keys account_exports
    sandbox_credentials activities desk_done setting_changes assets uploads imported_files former_words cassets`),
  doing: words(`follows follow_counts hook_likes playlists wishes comments comment_reports room_members co_messages
    submissions submission_likes campaign_entries campaign_moves shares referral_links referral_credits
    content_reports content_decisions credit_consents
    credited_accounts shows`),
  buying: words(`orders receipts purchases gifts tips emoji_purchases everything_purchases track_holdings customers
    kept_cards licenses license_requests withdrawals supports stream_passes`),
  selling: words(`seller_accounts seller_permissions tax_details statements ledger_accounts owed_parts disputes
    dispute_shares discounts everything_offers campaigns campaign_passed campaign_payouts co_members co_split_parts
    order_parts support_levels`),
  emails: words(`mails failing_addresses mailing_consents mailing_list_counts opt_ins letters letter_followers
    letter_readers notifications notification_boxes notification_digests push_subscriptions`),
} as const

export type PartOfPrivacy = keyof typeof tablesByPart
