;; The inner loop of the name tagger: adds up the weights of a token's features, eleven labels at a time.
;; Compiled by `node .cache/tools/tools/name-tagger/src/compile-wasm.js` to libs/detection/src/name-tagger/generated/sum-weights.ts.
;;
;; Memory: 0     128 feature hashes, i32
;;         512   the result: sixteen sums, i16; the first eleven are labels
;;         544   a row of zeros
;;         table a power of two of slots of 16 bytes: eleven weights, i8, one unused byte, the feature's fingerprint, i32, 0 when empty
;;         filter  a byte a slot: bit `fingerprint & 7` is set when a search from that slot can meet such a fingerprint
;;         rows  sums of spellings, laid out as the result
(module
  (memory (export "memory") 1)
  (func (export "sum")
    (param $table i32) (param $filter i32) (param $shift i32) (param $mask i32) (param $count i32)
    (param $row0 i32) (param $row1 i32) (param $row2 i32) (param $row3 i32) (param $row4 i32)
    (local $low v128) (local $high v128) (local $slot v128)
    (local $at i32) (local $end i32) (local $hash i32) (local $wanted i32) (local $place i32) (local $print i32)

    ;; The token's own spelling and its neighbours'.
    (local.set $low
      (i16x8.add
        (i16x8.add (v128.load (local.get $row0)) (v128.load (local.get $row1)))
        (i16x8.add
          (i16x8.add (v128.load (local.get $row2)) (v128.load (local.get $row3)))
          (v128.load (local.get $row4)))))
    (local.set $high
      (i16x8.add
        (i16x8.add (v128.load offset=16 (local.get $row0)) (v128.load offset=16 (local.get $row1)))
        (i16x8.add
          (i16x8.add (v128.load offset=16 (local.get $row2)) (v128.load offset=16 (local.get $row3)))
          (v128.load offset=16 (local.get $row4)))))

    (local.set $end (i32.shl (local.get $count) (i32.const 2)))
    (block $done
      (loop $feature
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $hash (i32.load (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        ;; As `fingerprint` and `firstSlot` of model.ts.
        (local.set $wanted (i32.and (local.get $hash) (i32.const 0xffff)))
        (local.set $wanted (i32.add (local.get $wanted) (i32.eqz (local.get $wanted))))
        (local.set $place (i32.shr_u (i32.mul (local.get $hash) (i32.const 0x9e3779b1)) (local.get $shift)))
        ;; Most features carry no weight: the filter says so from a sixteenth of the memory.
        (br_if $feature
          (i32.eqz
            (i32.and
              (i32.shr_u
                (i32.load8_u (i32.add (local.get $filter) (local.get $place)))
                (i32.and (local.get $wanted) (i32.const 7)))
              (i32.const 1))))
        (local.set $place (i32.shl (local.get $place) (i32.const 4)))
        (loop $probe
          (local.set $slot (v128.load (i32.add (local.get $table) (local.get $place))))
          (local.set $print (i32x4.extract_lane 3 (local.get $slot)))
          (if (i32.eq (local.get $print) (local.get $wanted))
            (then
              (local.set $low (i16x8.add (local.get $low) (i16x8.extend_low_i8x16_s (local.get $slot))))
              (local.set $high (i16x8.add (local.get $high) (i16x8.extend_high_i8x16_s (local.get $slot))))
              (br $feature)))
          (br_if $feature (i32.eqz (local.get $print)))
          (local.set $place
            (i32.and (i32.add (local.get $place) (i32.const 16)) (local.get $mask)))
          (br $probe))))

    (v128.store (i32.const 512) (local.get $low))
    (v128.store (i32.const 528) (local.get $high))))
