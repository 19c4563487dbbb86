import { describe, expect, it } from '@jest/globals';
import { findCjkNames } from './cjk-names.js';

describe('findCjkNames', () => {
  it.each([
    ['姓名：王小明，住在北京市。', ['PERSON:王小明', 'LOCATION:北京']],
    ['联系人李娜女士。', ['PERSON:李娜']],
    ['张医生说没事。', ['PERSON:张']],
    ['担当:鈴木一郎、田中さんは東京にいます。', ['PERSON:鈴木一郎', 'PERSON:田中', 'LOCATION:東京']],
    ['佐藤花子様、お世話になっております。', ['PERSON:佐藤花子']],
    ['マイケルさんが来た', ['PERSON:マイケル']],
    ['김민수 씨가 서울에서 박지영 교수님을 만났습니다.', ['PERSON:김민수', 'LOCATION:서울', 'PERSON:박지영']],
    ['이름: 최유진, 삼성전자 근무', ['PERSON:최유진', 'ORGANIZATION:삼성전자']],
    ['请高兴地填写，周末见。', []],
    ['안녕하세요 고객님, 주문은 오늘 배송됩니다.', []],
    ['no such script', []],
  ])('finds the names of %j', (text, expected) => {
    expect(findCjkNames(text).map((f) => `${f.type}:${text.slice(f.start, f.end)}`)).toEqual(expected);
  });

  it('is linear on long runs of one character', () => {
    const start = performance.now();
    findCjkNames('王'.repeat(100_000));
    findCjkNames('김'.repeat(100_000));
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
