/** A question that asks who of several has something: `Which of the twins had the seizure?`, `Who threw up?` */
export const asksWhose =
  /^(?:(?:and|so|okay|now|,) )*(?:who(?! (?:told|said|says|diagnosed|prescribed|gave|put|wrote|ordered|referred|treated|found|are you|is your|was your)\b)|which (?:one |1 )?(?:of (?:the(?! (?:medic|pills|drugs))|them|you|your)|kids?|child|children|twins?|boys?|girls?|sons?|daughters?|brothers?|sisters?|parents?|person)\b)/;
