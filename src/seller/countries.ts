/** Countries to which the processor pays out, as ISO 3166-1 alpha-2 codes. */
export const countries = (
  'at au be bg br ca ch cy cz de dk ee es fi fr gb gi gr hk hr hu ie it jp li lt lu lv mt mx my nl no nz pl pt ro se sg ' +
  'si sk th us'
).split(' ')
