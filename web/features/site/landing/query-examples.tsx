import classes from './query-examples.module.css'

/** What words of the query language find, and what they leave alone. */
export function QueryExamples() {
  return (
    <dl className={classes.queries}>
      <div>
        <dt>ремонт квартиры</dt>
        <dd data-fits>
          Ищем бригаду на <mark>ремонт</mark> двухкомнатной <mark>квартиры</mark>
        </dd>
        <dd>Сдаю квартиру. Рядом рынок и ремонт обуви</dd>
      </div>
      <div>
        <dt>репетитор (егэ | огэ)</dt>
        <dd data-fits>
          Поделитесь <mark>репетитором</mark> по физике, <mark>ЕГЭ</mark> в этом году
        </dd>
        <dd>Репетитор по вокалу для начинающих</dd>
      </div>
      <div>
        <dt>нужен электрик -вакансия</dt>
        <dd data-fits>
          Срочно <mark>нужен электрик</mark>, выбивает пробки
        </dd>
        <dd>Открыта вакансия: на завод нужен электрик</dd>
      </div>
    </dl>
  )
}
