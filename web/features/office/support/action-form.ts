/** The form of an action, and what of it travels. */
import {
  grantGroups,
  grantTeam,
  supportActions,
  type ActionData,
  type SupportAction,
} from '../../../../contract/office/support.ts'
import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import { errors } from '../../../../contract/errors.ts'
import { clampDays, readAction, usualDays } from '../../../../rules/support/action.ts'
import type { Mistakes } from '../../../kit/ui/hooks/use-checked-form.ts'

export interface ActionForm {
  /** Empty: none is chosen. */
  action: string
  product: ProductType
  category: string
  days: string
  name: string
  period: string
  sum: string
  teamSize: string
  size: string
  note: string
}

export const emptyForm: ActionForm = {
  action: '',
  product: 'category',
  category: '',
  days: String(usualDays),
  name: '',
  period: '',
  sum: '',
  teamSize: '',
  size: '',
  note: '',
}

export const chosenAction = ({ action }: ActionForm): SupportAction | null =>
  supportActions.find((each) => each === action) ?? null

/** Without the note: what it would change does not hang on why. */
export function wantedData({
  action,
  product,
  category,
  days,
  name,
  period,
  sum,
  teamSize,
  size,
}: ActionForm): ActionData {
  if (action === 'delete-account') return { action }
  return {
    action,
    product,
    ...(product === 'category' && category !== '' && { category: Number(category) }),
    days: clampDays(numberIn(days) ?? usualDays),
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(period.trim() !== '' && { period: period.trim() }),
    ...(numberIn(sum) !== null && { sum: numberIn(sum) ?? 0 }),
    ...(action === 'team-subscribe' && { teamSize: numberIn(teamSize) }),
    ...(product === 'group' && numberIn(size) !== null && { size: numberIn(size) ?? 0 }),
  }
}

/** Null: it is empty, or no number. */
function numberIn(written: string): number | null {
  const number = Number(written.trim().replace(',', '.').replaceAll(/\s/g, ''))
  return written.trim() === '' || !Number.isFinite(number) ? null : number
}

const LARGEST_SUM = 10_000_000

export function actionFormMistakes(form: ActionForm): Mistakes<ActionForm> {
  const found = readAction(wantedData(form))
  const [sum, teamSize, size] = [numberIn(form.sum), numberIn(form.teamSize), numberIn(form.size)]
  return {
    ...(found === 'ACTION_REQUIRED' && { action: errors.ACTION_REQUIRED.message }),
    ...(found === 'ACTION_CATEGORY_REQUIRED' && { category: errors.ACTION_CATEGORY_REQUIRED.message }),
    ...(found === 'TEAM_SIZE_REQUIRED' && { teamSize: errors.TEAM_SIZE_REQUIRED.message }),
    ...(form.action === 'team-subscribe' &&
      teamSize !== null &&
      (teamSize > grantTeam.most || !Number.isInteger(teamSize)) && { teamSize: `Целое число до ${grantTeam.most}` }),
    ...(form.sum.trim() !== '' &&
      (sum === null || sum < 0 || sum > LARGEST_SUM || Math.round(sum * 100) / 100 !== sum) && {
        sum: 'Сумма в рублях, не больше 10 000 000',
      }),
    ...(form.product === 'group' &&
      form.size.trim() !== '' &&
      (size === null || size < grantGroups.least || size > grantGroups.most || !Number.isInteger(size)) && {
        size: `От 1 до ${grantGroups.most.toLocaleString('ru')}`,
      }),
    ...(form.note.trim() === '' && { note: errors.ACTION_NOTE_REQUIRED.message }),
  }
}
