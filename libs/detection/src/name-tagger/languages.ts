import { hashText } from './hash.js';

/** Languages the tagger tells apart by their function words; index + 1 is the language's number, 0 is unknown. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'id'] as const;

const FUNCTION_WORDS: Readonly<Record<(typeof LANGUAGES)[number], string>> = {
  en: "the and is of to that it for was with on you as be have this by not are from at i we he she they has will would can my your his her when there what who been but or if so it's don't i'm",
  de: 'der die und ist nicht das ich mit für auf wir den dem ein eine von zu bei wurde sie bitte nach auch im am zum zur wird hat haben sich aus dass aber noch nur schon als einen einer des war ihr mir mich du kann wenn über vom',
  fr: 'le la les et est pas des une pour dans vous je nous sur avec du qui au par votre il elle que ce cette sont été mais aux ses son sa leur ou tu moi plus on ne se à chez mon ma depuis',
  es: 'el la los y es que en un una por para con del se su las no al le usted ha fue pero como más está lo sus mi yo este esta hay son nos me muy ya tiene desde',
  it: 'il lo gli e è che di un una per con del della non sono ho alla mi si al dal nel ha dei da le i anche come più questo questa sua suo ma dalla nella delle ci ti se era presso',
  pt: 'o os e é que de um uma para com do da não em no na ao seu por foi dos das mais como à sua mas ele ela está eu você se tem já são pelo pela nos até sem meu minha',
  nl: 'de het een en van is niet ik voor op met te dat zijn bij aan je we naar wordt heeft die ook er maar om nog hij ze zij werd dit deze door als was uit over heb mijn kan geen',
  id: 'yang dan di ke dari untuk dengan ini itu pada saya tidak akan sudah ada bisa kami oleh adalah juga atau telah dalam karena anda kita lagi aku kamu ga gak udah nya mau belum sama jadi para agar',
};

const MASKS: ReadonlyMap<number, number> = (() => {
  const masks = new Map<number, number>();
  LANGUAGES.forEach((language, i) => {
    for (const word of FUNCTION_WORDS[language].split(' ')) {
      const hash = hashText(word);
      masks.set(hash, (masks.get(hash) ?? 0) | (1 << i));
    }
  });
  return masks;
})();

const TOKENS_READ_MAX = 400;

/** The number of the language most of whose function words occur, 0 when hardly any do. Reads the first 400 tokens. */
export function languageOf(lowerHashes: Int32Array, count: number): number {
  const scores = new Float64Array(LANGUAGES.length);
  for (let i = 0; i < count && i < TOKENS_READ_MAX; i++) {
    const mask = MASKS.get(lowerHashes[i] as number);
    if (mask === undefined) continue;
    let languages = 0;
    for (let bit = 0; bit < LANGUAGES.length; bit++) languages += (mask >> bit) & 1;
    for (let bit = 0; bit < LANGUAGES.length; bit++)
      if ((mask >> bit) & 1) scores[bit] = (scores[bit] as number) + 1 / languages;
  }
  let best = -1;
  for (let bit = 0; bit < LANGUAGES.length; bit++)
    if (best < 0 || (scores[bit] as number) > (scores[best] as number)) best = bit;
  return (scores[best] as number) >= 1 ? best + 1 : 0;
}

export function languageNumber(code: string | undefined): number {
  return LANGUAGES.indexOf(code?.slice(0, 2).toLowerCase() as (typeof LANGUAGES)[number]) + 1;
}
