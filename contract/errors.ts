/** The one table of errors: code -> HTTP status and the sentence a person reads. A code without a sentence does not compile. */
export const errors = {
  UNAUTHORIZED: { http: 401, message: 'Войдите, чтобы продолжить' },
  FORBIDDEN: { http: 403, message: 'Недостаточно прав' },
  WRONG_ORIGIN: { http: 403, message: 'Запрос пришёл с чужой страницы' },
  NOT_FOUND: { http: 404, message: 'Неправильный запрос' },
  VALIDATION_FAILED: { http: 422, message: 'Неверно заполнены поля' },
  WRONG_CREDENTIALS: { http: 401, message: 'Неверный email или пароль' },
  CAPTCHA_REQUIRED: { http: 403, message: 'Поставьте галочку «Я не робот», чтобы продолжить' },
  PASSWORD_TOO_COMMON: { http: 422, message: 'Такой пароль легко подобрать. Придумайте другой' },
  WRONG_PASSWORD: { http: 422, message: 'Неверный текущий пароль' },
  PASSWORD_THERE: { http: 409, message: 'Пароль уже есть. Его можно изменить' },
  EMAIL_TAKEN: { http: 409, message: 'Этот email уже зарегистрирован. Войдите или восстановите пароль' },
  EMAIL_REQUIRED: { http: 422, message: 'Введите Email.' },
  REGISTRATION_EXPIRED: { http: 404, message: 'Код больше не действует. Зарегистрируйтесь ещё раз' },
  RECOVERY_EXPIRED: { http: 404, message: 'Ссылка больше не действует. Запросите новую' },
  PHONE_REQUIRED: { http: 422, message: 'Введите номер телефона.' },
  PHONE_WRONG: { http: 422, message: 'Проверьте номер: нужен мобильный телефон с кодом +7' },
  PHONE_UNREACHABLE: { http: 502, message: 'Не получилось позвонить на этот номер. Попробуйте позже или укажите другой' },
  CODE_TOO_SOON: { http: 429, message: 'Новый код можно запросить чуть позже' },
  CODES_SPENT: { http: 429, message: 'Кодов на сегодня больше нет. Попробуйте завтра' },
  NETWORK_NOT_CONFIGURED: { http: 404, message: 'Вход через эту сеть не настроен' },
  NETWORK_SIGN_IN_CANCELLED: { http: 400, message: 'Вы отменили вход' },
  NETWORK_SIGN_IN_FAILED: { http: 502, message: 'Войти не получилось: сеть не подтвердила, кто вы. Попробуйте ещё раз' },
  NETWORK_ACCOUNT_UNKNOWN: { http: 404, message: 'Такого аккаунта ещё нет. Зарегистрируйтесь' },
  NETWORK_ACCOUNT_TAKEN: { http: 409, message: 'Этот вход уже привязан к другому аккаунту' },
  NETWORK_LINKED_ALREADY: { http: 409, message: 'К этому аккаунту уже привязан другой вход через эту сеть. Сначала отвяжите его' },
  LAST_WAY_IN: { http: 409, message: 'Это единственный способ войти. Сначала создайте пароль' },
  SESSION_NOT_FOUND: { http: 404, message: 'Этот вход уже завершён' },
  STAFF_STAYS: { http: 409, message: 'Аккаунт с ролью сотрудника удаляет только администратор' },
  FILTER_NOT_FOUND: { http: 404, message: 'Такой фильтр не существует' },
  FILTER_NAME_REQUIRED: { http: 422, message: 'Укажите название фильтра' },
  FILTERS_FULL: { http: 409, message: 'Сохранено уже 50 фильтров. Удалите лишний, чтобы добавить новый' },
  DEFAULT_FILTER_STAYS: { http: 409, message: 'Дефолтный фильтр нельзя удалить, переименовать или отдать команде' },
  NO_TEAM: { http: 409, message: 'У вас нет команды, которой можно показать фильтр' },
  MESSAGE_NOT_FOUND: { http: 404, message: 'Такого сообщения нет в вашей ленте' },
  AUTHOR_NOT_FOUND: { http: 404, message: 'Такого автора нет в вашей ленте' },
  BLACK_LIST_FULL: { http: 409, message: 'В чёрном списке уже 10 000 авторов. Уберите из него лишних, чтобы добавить нового' },
  LOCATION_NOT_FOUND: { http: 404, message: 'Такого места нет в справочнике' },
  OTHER_CATEGORY_REQUIRED: { http: 422, message: 'Выберите категорию' },
  NOTHING_TO_UNDO: { http: 409, message: 'Отменять нечего' },
  EXPORT_PRODUCT_REQUIRED: { http: 422, message: 'Выберите продукт из списка' },
  EXPORT_RANGE_REQUIRED: { http: 422, message: 'Укажите временной диапазон' },
  EXPORT_NETWORK_REQUIRED: { http: 422, message: 'Выберите социальную сеть' },
  EXPORT_EMPTY: { http: 404, message: 'По данным параметрам нет результатов' },
  EXPORT_NOT_FOUND: { http: 404, message: 'Такого файла нет: он хранится сутки' },
  EXPORTS_BUSY: { http: 409, message: 'Дождитесь, пока будут готовы уже заказанные файлы' },
  RATE_LIMIT_EXCEEDED: { http: 429, message: 'Слишком много запросов. Подождите немного и попробуйте снова' },
  PAYLOAD_TOO_LARGE: { http: 413, message: 'Запрос слишком большой' },
  HTTP_ONLY: { http: 400, message: 'Этот запрос не работает через постоянное соединение' },
  SOCKET_ONLY: { http: 400, message: 'Этот запрос работает только через постоянное соединение' },
  SERVER_ERROR: { http: 500, message: 'Ошибка сервера' },
  NETWORK_ERROR: { http: 503, message: 'Проблема сети' },
} as const satisfies Record<string, { http: number; message: string }>

export type ErrorCode = keyof typeof errors

/** A defect is answered with this code and a short id that a person can read out to support (spec §8). */
export const DEFECT_PREFIX = 'CC-'

export function defectSentence(code: string, message: string): string {
  return `Непредвиденная ошибка (ErrCode: ${code}). Обратитесь в службу техподдержки. ${message}`.trim()
}
