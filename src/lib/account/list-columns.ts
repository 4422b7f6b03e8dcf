/**
 * The meaning of a column in a list of addresses: `address`; `end`: a filled cell says that its
 * reader ended it; `wish`: says whether they want emails; `state`: a word for it; `kind`: maybe
 * one; `none` of these.
 */
export type ListColumn = 'address' | 'end' | 'wish' | 'state' | 'kind' | 'none'

/** Returns a text as it is compared: without accents, signs and differences of case. */
function plain(text: string): string {
  // Most cells are, for which normalising is slow and changes nothing.
  const isAscii = !/[^ -~]/.test(text)
  const words = (isAscii ? text : text.normalize('NFKC')).replace(/\p{Ll}(?=\p{Lu})/gu, '$& ').toLowerCase()
  const bare = isAscii
    ? words
    : words
        .normalize('NFD')
        .replace(/[\u0300-\u036F]/g, '')
        .normalize('NFC')
  return bare.replace(/[\s_\-./:?!()[\]"'’*]+/g, ' ').trim()
}

const anyOf = (...words: readonly string[]) => new RegExp(words.join('|'))

// Other things than whether somebody wants emails, whatever else the heading has.
const ofOtherThings = anyOf(
  String.raw`\b(?:sms|phone|mobile|whatsapp|push|charge|payment|paid|order|invoice|shipping|delivery|billing|tax|stripe|paypal|price|amount|currency|revenue|pledge|tier|plan|rating|opens?|opened|clicks?|clicked|sent|received|source|country|county|region|city|zip|postal|province|language|device|browser|gift|trial|follows)\b`,
  String.raw`^(?:active subscription|state province|us state|bundesland|bounce rate)$`,
)
const ofEnd = anyOf(
  String.raw`\bunsub|\bopt(?:ed)? ?outs?\b|\bclean(?:ed)?\b|\bbounc|\bcomplain|\bspam\b|\bjunk\b|\bblock|\bblack ?list|\bsuppress|\bdisabled?\b|\bdeactivat|\bdeleted\b|\bremov|\breject|\bundeliver|\bis excluded\b|\bchurn|\bcancel|\bleft\b|\bended\b|\bquit\b|\bdo not (?:email|mail|contact)\b|\bno (?:emails?|newsletter|mailings?)\b`,
  String.raw`abgemeldet|abmeld|abbestell|ausgetragen|austritt|gekundigt|gesperrt|geloscht|widerruf|unzustellbar|keine (?:e ?mails?|mails?|werbung|newsletter)`,
  String.raw`\bbaja\b|desuscri|cancelad|cancelacion|rebot|eliminad|bloquead|excluid|no (?:enviar|contactar)`,
  String.raw`desabonn|desinscri|desinscrit|supprime|bloque\b|bloquee|resili|rejete|exclu\b|ne pas (?:contacter|envoyer|ecrire)`,
  '解除|退会|停止|拒否|配信不可|エラー|ブロック|削除',
)
const ofWish = anyOf(
  String.raw`\bsubscribed\b|\bsubscription\b|\bsubscribe\b|\bopt(?:ed)? ?in\b|\boptin\b|\bconsent\b|\baccepts?\b|\bpermission\b|\bmarketing\b|\bnewsletter\b|\bmailing ?list\b|\bconfirmed\b|\bwants?\b|\benabled\b|^(?:is )?active$`,
  String.raw`einwillig|zustimm|einverstanden|abonn|angemeldet|eingetragen|^aktiv$|erlaub`,
  String.raw`suscri|consentim|acepta|^activ[oa]$|autoriza|boletin`,
  String.raw`\babonne|inscri|consent|accord|accepte|^acti(?:f|ve)$|infolettre`,
  '購読|同意|許可|有効|承諾|メルマガ|受信',
)
const ofState = /\b(?:status|statut)\b|ステータス|状態|状況/
// A state may also be one of a country.
const ofKind = /\b(?:type|typ|tipo|state|zustand|estado|etat|situacion)\b|種別/
const ofAddress =
  /\be ?mails?\b|\bmail ?address|\bmail ?adresse|\bcorreo\b|\bcourriel\b|^(?:mail|subscriber|abonnent|address|adresse|direccion)$|メール|電子メール/
const ofReason = /\b(?:reason|source|comment|note|campaign|title|grund|anmerkung|motivo|raison|motif)\b|理由/
const ofMoment = /\b(?:date|time|timestamp|at|since|on|ip|day|datum|seit|am|fecha|desde|hora|le|depuis|heure)\b|日/

const endWords = anyOf(
  String.raw`^(?:un ?subscri\w*|opt(?:ed)? ?out|clean(?:ed)?|(?:hard |soft )?bounc\w*|complain\w*|(?:marked as )?spam\w*|junk|blocked|block ?listed|black ?listed|suppressed|inactive|disabled|deactivated|deleted|removed|rejected|undeliverable|churned|former patron|cancell?ed|left)$`,
  '^(?:abgemeldet|abbestellt|ausgetragen|inaktiv|gesperrt|geloscht|gekundigt|widerrufen|unzustellbar)$',
  '^(?:(?:dado de )?baja|desuscrit[oa]|cancelad[oa]|inactiv[oa]|rebotad[oa]|desactivad[oa]|eliminad[oa]|bloquead[oa])$',
  '^(?:desabonnee?|desinscrite?|inacti(?:f|ve)|supprimee?|bloquee?|resiliee?|rejetee?)$',
  '^(?:退会(?:済み?)?|(?:購読|登録|配信)?解除(?:済み?)?|(?:配信)?停止(?:中)?|無効|拒否|ブロック|削除済み?)$',
)
// They never agreed.
const neverWords = anyOf(
  String.raw`^(?:(?:never|non|not) ?(?:yet )?subscribed|un ?confirmed|not confirmed|pending|un ?activated|awaiting(?: confirmation)?|invalid|not set)$`,
  '^(?:nicht (?:bestatigt|angemeldet|abonniert)|unbestatigt|ausstehend|pendiente|sin confirmar|no suscrit[oa]|en attente|non (?:confirme|inscrit|abonne)e?|未確認|未登録|未購読|保留)$',
)
const wantWords = anyOf(
  String.raw`^(?:subscribe[dr]?|active|enabled|confirmed|regular|premium|free|paid|valid|validating|ok|opted ?in|opt ?in|(?:single|double) opt ?in|member|customer|contact|lead|express|implied|active patron|declined patron|past due|needs attention|paused|gifted|comped|complimentary|trialed|trialing|new|live|email|all|normal|default|none)$`,
  '^(?:angemeldet|aktiv|abonniert|abonnent(?:in)?|bestatigt|eingetragen|suscrit[oa]|activ[oa]|confirmad[oa]|abonnee?|inscrite?|acti(?:f|ve)|confirmee?|購読(?:中|済み?)?|有効|登録(?:中|済み?)?|配信中|確認済み?)$',
)
const yes = /^(?:true|yes|y|1|x|on|ja|j|wahr|si|s|verdadero|oui|o|vrai|はい|有|済|✓|✔|☑|○|◯)$/
const no =
  /^(?:|false|no|n|0|off|none|null|nil|never|nein|falsch|nie|falso|nunca|ninguno|non|faux|jamais|aucun|いいえ|無|なし|未|✗|✘|☐|×|—|–|n a|0000 00 00(?: 00 00 00)?)$/
const moment =
  /^(?:\d{1,4} \d{1,2} \d{1,4}\b|\d{4}年|\d{10}(?:\d{3})?$|(?:\w{3,9} )?\d{1,2} \w{3,9} \d{4}|\w{3,9} \d{1,2},? \d{4})|\d{1,2} \d{2} \d{2}$|t\d{2} \d{2}/

export function columnOf(heading: string): ListColumn {
  const words = plain(heading)
  if (ofOtherThings.test(words) && !/\bunsub|\bopt(?:ed)? ?out/.test(words)) return 'none'
  if (/\b(?:sms|phone|whatsapp|push)\b/.test(words)) return 'none'
  if (ofEnd.test(words)) return 'end'
  if (ofState.test(words)) return 'state'
  if (ofWish.test(words)) return 'wish'
  if (ofKind.test(words)) return 'kind'
  return ofAddress.test(words) ? 'address' : 'none'
}

/** Whether the reader of a line has ended emails by a cell; `unclear` where nobody can tell. */
export type CellSays = 'ended' | 'goes on' | 'unclear'

export function saysOf(column: ListColumn, heading: string, cell: string): CellSays {
  const words = plain(cell)
  if (endWords.test(words)) return 'ended'
  if (column === 'none' || column === 'address') return 'goes on'
  if (neverWords.test(words)) return 'ended'
  const isNo = no.test(words)
  if (column === 'kind') return 'goes on'
  if (column === 'state') return words === '' || wantWords.test(words) ? 'goes on' : 'unclear'
  if (column === 'wish') {
    // An empty cell is a no where others have a yes, not where they have a day.
    if (isNo) return words === '' && ofMoment.test(plain(heading)) ? 'goes on' : 'ended'
    const isYes =
      yes.test(words) || wantWords.test(words) || moment.test(words) || /^[\da-f]+(?: [\da-f]+){3,}$/.test(words)
    return isYes ? 'goes on' : 'unclear'
  }
  if (isNo || wantWords.test(words)) return 'goes on'
  const isFilled = yes.test(words) || moment.test(words) || /^\d+$/.test(words)
  return isFilled || ofReason.test(plain(heading)) || ofMoment.test(plain(heading)) ? 'ended' : 'unclear'
}
