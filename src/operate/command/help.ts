/** The output of `tapedeck --help` (rule 1.1). */
export const help = `Tapedeck: a music service in one executable that artists run themselves.

  tapedeck [serve]            open or create the data folder and serve it
                  [--domain NAME]      by https, as https://NAME: on ports 443 and 80, with a certificate of Let's Encrypt
                                       that it gets and renews by itself, whose terms of service you agree to by that
  tapedeck demo [--fresh]     the same in a folder of its own (DEMO_DIR), with fictional artists and music made by a program;
                              --fresh removes what an earlier demo made there and starts over
  tapedeck edge               carry the open rooms of a site that grows, on this machine or another: PRIMARY_URL, REDIS_URL
                              and EDGE_SECRET; help growing tells the rest
  tapedeck owner EMAIL        make that account the owner of the instance
  tapedeck password EMAIL     print a link with which that account sets a new password
  tapedeck passkeys EMAIL     remove the passkeys of somebody who lost them, and what asks for them
  tapedeck email EMAIL NEW    give that account another email address
  tapedeck backup FILE        write everything, database, music and keys, into one file, while it serves
  tapedeck restore FILE       put a backup into a data folder that is empty
  tapedeck doctor [--fix]     check everything, payments at the processor too, and fix what it can; exits 1 on problems
                  [--deep]    read every stored file to its last byte too
                  [--all]     compare every payment there ever was, not only what moved since the last clean run
  tapedeck rehearse [FILE]    play through payments at Stripe with test keys before you take real money: sales, refunds,
                              disputes, an artist's account, transfers, a payout; prints what differs from what this program
                              expects, and writes all of it to FILE; exits 2 where something differs, 1 where nothing could
                              be played
  tapedeck keys rotate        replace the key that signs releases; what the old one signed stays valid
  tapedeck verify FILE|URL [AUDIO]
                              check a release, at its site or in a saved answer of its manifest: hash, signature, history,
                              log, and that AUDIO is a file of it; exits 2 where something was altered, 1 on no answer
                  [--key FILE]         the site's did.json as it was saved, instead of asking for it
                  [--checkpoint FILE]  keep the head of the log there, and compare with what was kept before
  tapedeck licenses           print the licences of everything inside this executable
  tapedeck help [TOPIC]       print this, or a page of the guide: server, commands, settings, security, growing, payments,
                              tax, music, drops, releases, programs; a site shows them at /guide
  tapedeck --version          print the version

Configuration is environment or a .env file in the current folder. The ones people set:
  PORT (3000)  HOST (0.0.0.0)  BASE_URL (http://localhost:PORT)  DATA_DIR (./data)
  HTTPS_PORT (443)  HTTP_PORT (80)  ACME_DIRECTORY (Let's Encrypt's): with --domain
  SMTP_URL and MAIL_FROM      send mail; without them it stays in the outbox
  REGISTRATION                open, invite or closed (open)
  TRUSTED_PROXIES             CIDRs of proxies whose X-Forwarded-For is trusted (none)
  PAYMENTS                    stripe, test or off (stripe with a key, else off)
  STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, PLATFORM_FEE_PERCENT (0)
  AGENT_API_SECRET            what agents send that register derivatives (none: nobody may)
  OPENTIMESTAMPS_CALENDARS    calendars that are asked to have Bitcoin attest the log of releases (none)
  PUBLIC_API                  on or off (on)    MAX_UPLOAD_MB (500)    LOG_LEVEL (info)
  DEMO_DIR                    the demo's folder (./demo-data); of the other settings the demo takes only DEMO_URL (its
                              address, for other machines to open it), PORT, HOST (127.0.0.1), TRUSTED_PROXIES,
                              PUBLIC_API, LOG_LEVEL and the storage limits: no DATA_DIR, key or mail
`
