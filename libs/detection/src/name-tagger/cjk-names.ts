import type { NameSpan } from '../name-recognizer.js';

/**
 * Names in Chinese, Japanese and Korean, whose words no blank parts, by surname list and what stands beside: an honorific,
 * a label, or marks on both sides. All patterns are bounded, so the work is linear.
 */
export function findCjkNames(text: string): NameSpan[] {
  if (!ANY_CJK.test(text)) return [];
  const found: NameSpan[] = [];
  for (const { pattern, type, score } of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const value = match.groups?.name;
      if (value === undefined || COMMON_WORDS.has(value)) continue;
      if (score < CUED_SCORE && COMMON_WORDS.has(value.slice(0, 2))) continue;
      const start = match.index + match[0].indexOf(value, match.groups?.before?.length ?? 0);
      found.push({ start, end: start + value.length, type, score });
    }
  }
  return withoutOverlaps(found);
}

const ANY_CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const HAN = '[\\u3400-\\u9fff々]';
const CHINESE_SURNAME =
  '(?:欧阳|上官|司马|诸葛|司徒|令狐|皇甫|尉迟|歐陽|諸葛|[王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖蕭田董袁潘蔡蒋蔣余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆陸汪范石廖贾賈夏韦韋付方白邹鄒孟熊秦邱江尹薛闫段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯温溫康施牛樊葛邢安齐齊易乔喬伍庞龐颜顏倪庄莊聂聶章鲁魯岳翟殷詹申欧耿关關兰蘭焦俞左柳甘祝包宁尚符舒阮纪紀梅童凌毕畢裴霍涂])';
const CHINESE_HONORIFIC =
  '(?:先生|女士|小姐|太太|老师|老師|医生|醫生|大夫|教授|经理|經理|总监|主任|律师|律師|同学|同學|博士|护士|護士|局长|校长|院长|书记|师傅|阿姨|叔叔)';
const CHINESE_LABEL =
  '(?:姓名|名字|患者|病人|联系人|聯絡人|收件人|寄件人|客户|客戶|原告|被告|申请人|申請人|负责人|經手人|法定代表人|我叫|我是|他叫|她叫|名叫|致电|尊敬的|亲爱的|親愛的)';
const JAPANESE_SURNAME =
  '(?:佐藤|鈴木|高橋|田中|伊藤|渡辺|渡邊|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|林|斎藤|齋藤|斉藤|清水|山崎|森|池田|橋本|阿部|石川|山下|中島|石井|小川|前田|岡田|長谷川|藤田|後藤|近藤|村上|遠藤|青木|坂本|福田|太田|西村|藤井|金子|岡本|藤原|三浦|中野|中川|原田|松田|竹内|小野|田村|中山|和田|石田|森田|上田|原|内田|柴田|酒井|宮崎|横山|高木|安藤|宮本|大野|小島|谷口|工藤|今井|高田|丸山|増田|杉山|村田|大塚|新井|小山|平野|藤本|河野|上野|野口|武田|松井|千葉|菅原|岩崎|久保|木下|佐野|野村|松尾|市川|菊地|杉本|古川|大西|島田|水野|桜井|高野|渡部|吉川|山内|西田|飯田|菊池|西川|小松|北村|安田|五十嵐|川口|平田|関|中田|久保田|服部|東|岩田|土屋|川崎|福島|本田|辻|樋口|秋山|田口|永井|中西|吉村|川上|石原|大橋|松岡|馬場|浜田|森本|星野|矢野|浅野|松下|望月|小池|荒木|野田|大久保|菅|熊谷|大島|吉岡)';
const JAPANESE_HONORIFIC = '(?:さん|様|さま|氏|くん|君|ちゃん|先生|殿|部長|課長|社長|教授|医師|弁護士|選手)';
const KOREAN_SURNAME =
  '(?:남궁|황보|제갈|선우|[김이박최정강조윤장임한오서신권황안송류유홍전고문양손배백허노남심하곽성차주우구민진지엄채원천방공현함변염여추도석선설마길연위표명기반왕금옥육인맹제모])';
const KOREAN_HONORIFIC =
  '(?:씨|님|선생|교수|대표|부장|과장|차장|팀장|사장|이사|의원|의사|변호사|기자|감독|선수|장관|대통령|환자|고객)';
const KOREAN_PARTICLE = '(?:은|는|이|가|을|를|에게|께서|께|의|와|과|도|만)';
const OPEN = '(?<=^|[\\s,，、。．.:：;；(（「『“"\'《>|/])';
const CLOSE = '(?=$|[\\s,，、。．.:：;；)）」』”"\'》<|/])';

/** From here on an honorific or label vouches for the name. */
const CUED_SCORE = 0.8;

interface CjkPattern {
  readonly pattern: RegExp;
  readonly type: 'PERSON' | 'LOCATION' | 'ORGANIZATION';
  readonly score: number;
}

function pattern(type: CjkPattern['type'], score: number, source: string): CjkPattern {
  return { pattern: new RegExp(source, 'gmu'), type, score };
}

const PATTERNS: readonly CjkPattern[] = [
  pattern(
    'PERSON',
    0.95,
    `(?<before>${CHINESE_LABEL}(?:是|为|為)?[:：]?\\s?)(?<name>${CHINESE_SURNAME}${HAN}{1,2})(?!${HAN})`,
  ),
  pattern(
    'PERSON',
    0.85,
    `(?<before>${CHINESE_LABEL}[:：]?\\s?)(?<name>${CHINESE_SURNAME}${HAN}{1,2}?)(?=${CHINESE_HONORIFIC}|[，,。、\\s]|$)`,
  ),
  pattern('PERSON', 0.9, `(?<name>${CHINESE_SURNAME}${HAN}{0,2}?)(?=${CHINESE_HONORIFIC})`),
  pattern('PERSON', 0.6, `${OPEN}(?<name>${CHINESE_SURNAME}${HAN}{1,2})${CLOSE}`),
  pattern(
    'PERSON',
    0.9,
    `(?<name>${JAPANESE_SURNAME}[ 　]?(?:${HAN}{1,3}|[\\u3040-\\u309f]{2,4}|[\\u30a0-\\u30ff]{2,5})??)(?=${JAPANESE_HONORIFIC})`,
  ),
  pattern(
    'PERSON',
    0.85,
    `(?<before>(?:氏名|名前|患者|担当|担当者|宛先|お客様|代表者)(?:名)?[:：は]\\s?)(?<name>${HAN}{1,3}[ 　]?${HAN}{1,3})`,
  ),
  pattern('PERSON', 0.65, `${OPEN}(?<name>${JAPANESE_SURNAME}[ 　]?(?:${HAN}{1,3}|[\\u3040-\\u309f]{2,4}))${CLOSE}`),
  pattern(
    'PERSON',
    0.8,
    `(?<name>[\\u30a1-\\u30fa][\\u30a1-\\u30fc]{1,9}(?:[・＝][\\u30a1-\\u30fa][\\u30a1-\\u30fc]{1,9}){0,2})(?=(?:さん|様|氏|くん|ちゃん))`,
  ),
  pattern(
    'PERSON',
    0.9,
    `(?<![\\uac00-\\ud7af])(?<name>${KOREAN_SURNAME}[\\uac00-\\ud7af]{1,2})(?= ?${KOREAN_HONORIFIC})`,
  ),
  pattern(
    'PERSON',
    0.85,
    `(?<before>(?:이름|성명|환자|고객|담당자|작성자|신청인)[:：은는]?\\s)(?<name>${KOREAN_SURNAME}[\\uac00-\\ud7af]{2})`,
  ),
  pattern(
    'PERSON',
    0.55,
    `${OPEN}(?<name>${KOREAN_SURNAME}[\\uac00-\\ud7af]{2})(?=${KOREAN_PARTICLE}?(?:$|[\\s,.:;)]))`,
  ),
  pattern(
    'LOCATION',
    0.85,
    '(?<name>北京|上海|广州|廣州|深圳|杭州|南京|武汉|成都|重庆|天津|西安|苏州|香港|澳门|台北|臺北|高雄|台湾|中国|東京|大阪|京都|名古屋|横浜|神戸|福岡|札幌|仙台|広島|日本|서울|부산|인천|대구|대전|광주|울산|제주|한국)',
  ),
  pattern('LOCATION', 0.8, '(?<name>[\\u4e00-\\u9fff]{2,3}(?:市|省|县|縣|県|自治区))(?!场|場|民|长|長)'),
  pattern(
    'ORGANIZATION',
    0.85,
    '(?<name>[\\u4e00-\\u9fff]{2,10}(?:有限公司|股份公司|公司|集团|集團|银行|銀行|大学|大學|医院|醫院|委员会|律师事务所|法院|中学|小学))',
  ),
  pattern(
    'ORGANIZATION',
    0.85,
    '(?<name>(?:株式会社|有限会社|合同会社)[\\u3040-\\u30ff\\u4e00-\\u9fffA-Za-z]{2,12}|[\\u30a0-\\u30ff\\u4e00-\\u9fffA-Za-z]{2,12}(?:株式会社|大学病院|病院|銀行|大学|高校))',
  ),
  pattern(
    'ORGANIZATION',
    0.85,
    '(?<name>(?:주식회사|㈜) ?[\\uac00-\\ud7afA-Za-z]{2,12}|[\\uac00-\\ud7af]{2,10}(?:주식회사|은행|병원|대학교|전자|법원|초등학교|중학교|고등학교))',
  ),
];

/** Words that begin with a surname's character. */
const COMMON_WORDS = new Set(
  '高兴 高度 高级 方面 方式 方法 方便 任何 任务 关于 关系 安全 安排 安装 和 金额 包括 包装 程序 程度 石油 白色 黄色 马上 万一 万元 周末 周一 周二 周三 周五 周围 余额 史 田地 江苏 江西 温度 易于 向 成功 时间 明天 左右 于是 严重 汤 毛病 章程 任意 应该 经理 医生 老师 이름 이것 이번 이상 이하 이용 이후 이전 정보 정말 정도 조금 한국 한번 전화 전체 주소 주문 주문은 안녕 오늘 오후 오전 강의 장소 임시 고객 문제 문의 배송 하지만 우리 우리는 지금 구매 민원 현재 공지 여기 여러 모두 모든 제품 제목 방법 변경 도움 연락 위해 기본 반드시 인증 유지 신청 서비스 최근 최대 이메일 성공 원하는 차이 남자 여자 林業 森林 東側 関係 原因 原則 上野 千葉 福島 宮崎'.split(
    ' ',
  ),
);

/** Of overlapping candidates the surer one, then the longer one. */
function withoutOverlaps(found: readonly NameSpan[]): NameSpan[] {
  const kept: NameSpan[] = [];
  const ranked = [...found].sort(
    (a, b) => b.score - a.score || b.end - b.start - (a.end - a.start) || a.start - b.start,
  );
  const taken = new Set<number>();
  for (const span of ranked) {
    let free = true;
    for (let at = span.start; at < span.end && free; at++) free = !taken.has(at);
    if (!free) continue;
    for (let at = span.start; at < span.end; at++) taken.add(at);
    kept.push(span);
  }
  return kept.sort((a, b) => a.start - b.start);
}
