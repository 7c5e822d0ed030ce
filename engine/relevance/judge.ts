/**
 * What both heads say about a message, all parts of the model together: `forward` and, for intent, the shares of phrases and of the convolutional network. A
 * message asks as much as the sentence of it that asks most: what is reported around a request must not talk it away.
 */
import type { Token } from '../language/tokenise.ts'
import { createCnnReader } from './cnn.ts'
import type { Features } from './features.ts'
import { createFeatures, dropInsignificant, readFeatures, readPart } from './features.ts'
import { forward } from './forward.ts'
import type { MeaningReader } from './meaning.ts'
import type { Head, Model, Pass } from './model.ts'
import { createPass, heads } from './model.ts'
import { createFoundPhrases, createPhraseReader, phraseLogit } from './phrases.ts'
import { withoutQuotations } from './quotations.ts'
import type { WordKinds } from './word-kinds.ts'

export interface Judge {
  /** Of the message read last, without its links when they raised suspicion; after `turnTo`, of what decided. */
  readonly features: Features
  /** Log-odds of each head. The array is used again for the next answer. */
  read(text: string): Float32Array
  /** Reads what decides the head, the message or a sentence of it, and returns the log-odds of that, however short or long it is. */
  turnTo(text: string, head: Head): number
  /** Log-odds of each head for what was read last, without one of its words or marks. */
  without(part: number): Float32Array
}

const INTENT = heads.indexOf('intent')
/** Below these log-odds phrases would not make a request of it, and are not read: to find the class of a new word takes longer than all the rest. */
const LEAST_FOR_PHRASES = -5
/** The same of the convolutional network, beside what all others say. */
const LEAST_FOR_CNN = -3
/** Below these log-odds a message is cold whatever its sentences say, and they are not read: most messages are. */
const LEAST_FOR_SENTENCES = -8
const UNWANTED = heads.indexOf('unwanted')
/** Below these log-odds, before its length counts, a message is not unwanted whatever its links say, and is not read without them. */
const SUSPICION = -3
/** A sentence by itself says less than the message: so much less, in log-odds. */
const ALONE = 0.5
/** Of longer messages, such as posts, some sentence always sounds like a request. */
const MOST_SENTENCES = 6
const MOST_WORDS = 80
/**
 * A few words from the middle of a talk are seldom a request, however much they sound like one («кто делает?»), and say too
 * little to be sure of: so much less, in log-odds, below so many words.
 */
const SHORT = 8
const SHORT_LESS = 1
/**
 * A few words out of a talk sound like bait or an advertisement by chance («звоните по номеру»), and a whole paragraph seldom does: by so much, in
 * log-odds, each doubling of the words from `SHORTEST` to `LONGEST` makes it likelier that what sounds unwanted is. At `EVEN` nothing is added.
 */
const DOUBLING = 0.8
const [SHORTEST, EVEN, LONGEST] = [4, 8, 32]
/**
 * What neither asks for nor offers anything is the talk of the day, and what it sounds like by chance counts less than in a message that might: by so much
 * for each of intent's log-odds from `TALKING` to `DEALING`. At `MIDDLE` nothing is added. Beyond `ASKING` it is a request, and less is believed: its writer pays.
 */
const BY_INTENT = 0.2
const [TALKING, MIDDLE, DEALING, ASKING] = [-6, -5.4, -2, 1]
const BY_ASKING = 0.5
/** «Подскажите.» is no sentence to judge by. */
const FEWEST_WORDS = 3

const byLength = ({ words }: Features): number =>
  DOUBLING * Math.log2(Math.min(Math.max(words.length, SHORTEST), LONGEST) / EVEN)

const byIntent = (intent: number): number =>
  BY_INTENT * (Math.min(Math.max(intent, TALKING), DEALING) - MIDDLE) - BY_ASKING * Math.max(0, intent - ASKING)

/**
 * No message is unwanted for its links or for what it quotes: what it is without them counts, where that is less.
 * Asked with a message, which loses its links when they are looked at, and its log-odds with them, it says the log-odds, and the features that gave them.
 */
function createUnwantedJudge(model: Model): (message: Features, whole: number) => { logit: number; by: Features } {
  const bare = createPass()
  const rest = createFeatures()
  function judge(features: Features): number {
    forward(model, features, bare)
    return bare.logits[UNWANTED]! + byLength(features)
  }

  return (message, whole) => {
    let logit = whole + byLength(message)
    if (whole < SUSPICION) return { logit, by: message }
    if (dropInsignificant(message)) logit = Math.min(logit, judge(message))
    const unquoted = withoutQuotations(message.text)
    if (unquoted === null) return { logit, by: message }
    readFeatures(unquoted, rest)
    dropInsignificant(rest)
    const unquotedLogit = judge(rest)
    return unquotedLogit < logit ? { logit: unquotedLogit, by: rest } : { logit, by: message }
  }
}

/** Places in the words of a message. */
interface Part {
  from: number
  to: number
}

/** The sentences that are judged by themselves: none of a message of one, nor of a long one. */
function sentencesOf(words: readonly Token[]): Part[] {
  const last = words.at(-1)?.sentence ?? 0
  if (words.length > MOST_WORDS || last >= MOST_SENTENCES || last === words[0]?.sentence) return []
  const parts: Part[] = []
  for (let from = 0, to = 0; from < words.length; from = to) {
    while (to < words.length && words[to]!.sentence === words[from]!.sentence) to++
    if (to - from >= FEWEST_WORDS) parts.push({ from, to })
  }
  return parts
}

export function createJudge(model: Model, meaning: MeaningReader, wordKinds: WordKinds): Judge {
  const { phrases, cnn } = model
  const [message, sentence] = [createFeatures(), createFeatures()]
  const [pass, sentencePass] = [createPass(), createPass()]
  const judgeUnwanted = createUnwantedJudge(model)
  const found = createFoundPhrases()
  const readPhrases = createPhraseReader(phrases, meaning, wordKinds)
  const readCnn = createCnnReader(cnn)
  let current = message
  let asksPhrases = false
  let asksCnn = false
  /** Where `current` begins in the message, in words. */
  let start = 0

  /** Fills `into.logits` for `features`; returns what intent was before phrases had their share. */
  function judge(features: Features, into: Pass): number {
    forward(model, features, into)
    const first = into.logits[INTENT]!
    asksPhrases = phrases.share > 0 && first >= LEAST_FOR_PHRASES
    if (asksPhrases) {
      readPhrases(features, found)
      addPhrases(features, into)
    }
    return first
  }

  function addPhrases(features: Features, { logits }: Pass, without?: number): void {
    logits[INTENT] =
      (1 - phrases.share) * logits[INTENT]! + phrases.share * phraseLogit(phrases, found, features.divisor, without)
  }

  /** The network reads the message whole: sentences are found by the others. */
  function addCnn({ logits }: Pass, without?: number): void {
    logits[INTENT] = (1 - cnn.share) * logits[INTENT]! + cnn.share * readCnn(message, without)
  }

  /** The sentence that asks more than the whole message; null when none does. */
  function findAsking(): (Part & { logit: number }) | null {
    let best: (Part & { logit: number }) | null = null
    for (const { from, to } of sentencesOf(message.words)) {
      readPart(message, from, to, sentence)
      judge(sentence, sentencePass)
      const logit = sentencePass.logits[INTENT]! - ALONE
      if (logit > (best?.logit ?? pass.logits[INTENT]!)) best = { from, to, logit }
    }
    return best
  }

  /** @returns the sentence that decides, when one does, and what intent is before the network has its share */
  function readMessage(text: string) {
    readFeatures(text, message)
    current = message
    const asking = judge(message, pass) >= LEAST_FOR_SENTENCES && phrases.share > 0 ? findAsking() : null
    const logit = (asking?.logit ?? pass.logits[INTENT]!) - (message.words.length < SHORT ? SHORT_LESS : 0)
    asksCnn = cnn.share > 0 && logit >= LEAST_FOR_CNN
    return { asking, logit }
  }

  return {
    get features() {
      return current
    },
    read(text) {
      pass.logits[INTENT] = readMessage(text).logit
      if (asksCnn) addCnn(pass)
      pass.logits[UNWANTED] = judgeUnwanted(message, pass.logits[UNWANTED]!).logit + byIntent(pass.logits[INTENT]!)
      return pass.logits
    },
    turnTo(text, head) {
      const { asking } = readMessage(text)
      asksCnn &&= head === 'intent'
      start = 0
      if (head === 'intent' && asking) {
        current = sentence
        start = asking.from
        readPart(message, asking.from, asking.to, sentence)
      } else if (head === 'unwanted') current = judgeUnwanted(message, pass.logits[UNWANTED]!).by
      if (head === 'unwanted') dropInsignificant(current)
      judge(current, pass)
      if (asksCnn) addCnn(pass)
      return pass.logits[heads.indexOf(head)]!
    },
    without(part) {
      forward(model, current, pass, part)
      if (asksPhrases) addPhrases(current, pass, part)
      // Marks are no words: the network does not know them.
      if (asksCnn) addCnn(pass, part < 0 ? undefined : start + part)
      return pass.logits
    },
  }
}
