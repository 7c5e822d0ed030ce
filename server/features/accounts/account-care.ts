/** What a person looks after in his own account: his name, his sign-ins, his data, and whether there is to be an account. */
import type { User } from '../../../contract/accounts.ts'
import type { Config } from '../../config.ts'
import { personOf, type Answers, type Asking } from '../../kit/asking.ts'
import { Refusal } from '../../kit/refusal.ts'
import { endSession, listAuthHistory } from './auth-history.ts'
import { askDeletion, takeDeletionBack } from './delete-account.ts'
import { keepDevicePrint } from './device-print.ts'
import { findUser } from './find-user.ts'
import { packMyData } from './my-data.ts'
import { openPlaceWords } from './place-words.ts'
import { isTimeZone } from './time-zone.ts'

type CareCalls =
  | 'updateUser'
  | 'endSession'
  | 'listAuthHistory'
  | 'downloadMyData'
  | 'deleteAccount'
  | 'keepAccount'
  | 'checkDevice'

export function answerAccountCare(config: Config): Pick<Answers<'accounts'>, CareCalls> {
  const placeWords = openPlaceWords(config.geoipDatabase)
  return {
    async updateUser(asking, { username, timeZone }) {
      if (timeZone !== undefined && !isTimeZone(timeZone))
        throw new Refusal('VALIDATION_FAILED', { keyword: 'enum', dataPath: '/timeZone' })
      const changes = {
        ...(username === undefined ? {} : { username: username.trim() }),
        ...(timeZone === undefined ? {} : { timeZone }),
      }
      if (Object.keys(changes).length > 0) {
        await asking.db.updateTable('users').set(changes).where('id', '=', personOf(asking).id).execute()
      }
      return whoIs(asking)
    },

    listAuthHistory: listAuthHistory(placeWords),
    endSession,

    downloadMyData: (asking) => packMyData(asking, placeWords),

    async deleteAccount(asking, { password }) {
      await askDeletion(asking, config.siteUrl, password)
      return whoIs(asking)
    },

    async keepAccount(asking) {
      await takeDeletionBack(asking)
      return whoIs(asking)
    },

    async checkDevice(asking, { fp, incognito = false }) {
      await keepDevicePrint(asking.db, asking.clock, personOf(asking).id, { fp, incognito })
      return {}
    },
  }
}

/** The person as he is after what he changed. */
async function whoIs(asking: Asking): Promise<{ user: User }> {
  const user = await findUser(asking.db, personOf(asking).id)
  if (!user) throw new Refusal('UNAUTHORIZED')
  return { user }
}
