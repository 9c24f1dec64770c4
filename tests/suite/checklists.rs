//! The checklists of Emlia and Exoshift: every row that is ticked has a test that shows it, by name. A row that needs the
//! table is not ticked, or says in brackets which part of it does.

use std::path::Path;

/// How a row begins, and the tests that show it.
const EMLIA: &[(&str, &str)] = &[
    ("GSU and scale", "em_21_the_reach_of_a_charge"),
    (
        "free measuring",
        "prepared_fire em_21_the_reach_of_a_charge",
    ),
    ("d12", "w1_a_check"),
    ("entity/character/unit", "named_builds_are_legal"),
    ("position, boundary", "em_58_combat_range"),
    ("size", "em_26_press_and_size em_58_combat_range"),
    ("hits", "em_02_hits_compare"),
    ("threshold", "em_63_vital_rolls_in_a_duel"),
    ("damage limit", "em_04_damage_limit em_04_points_carry_over"),
    ("several damage measures", "em_63_vital_rolls_in_a_duel"),
    ("timing", "timing_steps"),
    ("movement attribute", "em_21_the_reach_of_a_charge"),
    ("morale attribute", "what_losses_cost"),
    ("hire value", "em_39_hire"),
    ("army value", "leadership_lines"),
    ("initiative conditions", "em_52_initiative_lists"),
    ("combat range", "em_58_combat_range"),
    ("action block", "attack_lines"),
    ("source/subject", "attack_lines leadership_lines"),
    ("skill level", "em_05_em_06_diminish"),
    ("diminish", "em_05_em_06_diminish"),
    ("per-member", "em_23_em_55_who_fights_in_ranks"),
    ("success at 5+", "w1_a_check"),
    ("improvising", "em_07_em_14_improvising"),
    ("abilities", "em_08_em_09_weapons_and_armour"),
    ("mixed units", "em_15_mixed_modifier em_27_em_66_allocation"),
    ("melee weapons", "em_08_em_09_weapons_and_armour"),
    ("armour piercing", "em_08_em_09_weapons_and_armour"),
    ("parry", "attack_lines"),
    ("reach", "em_58_combat_range em_59_free_strike_at_a_charge"),
    ("ranged bands", "attack_lines em_10_falloff"),
    ("falloff", "em_10_falloff"),
    (
        "aimed-only",
        "bad_situations_and_questions_are_told w8_area_volley",
    ),
    (
        "coverage, increment",
        "em_17_em_19_em_49_em_57_em_65_area_volley",
    ),
    ("armour", "em_08_em_09_weapons_and_armour"),
    ("timing steps", "timing_steps"),
    ("alternate activation", "em_28_who_is_first"),
    ("move/primary/free", "em_22_free_strikes em_48_em_68_steel"),
    ("forfeiting", "em_22_free_strikes prepared_fire"),
    ("Normal Move", "em_21_the_reach_of_a_charge"),
    ("Double Pace", "em_43_double_pace"),
    ("leaving the battle", "em_44_em_45_edges"),
    (
        "acting on orders",
        "em_29_disordered_in_good_spirits em_52_initiative_lists",
    ),
    ("priority order", "duels_by_another_hand"),
    ("Ignore Conditions", "em_43_double_pace em_48_em_68_steel"),
    ("leader choice", "em_30_em_35_em_60_the_leader"),
    ("Join", "leadership_lines"),
    ("Split", "leadership_lines"),
    (
        "open, close, ranked",
        "em_23_em_55_who_fights_in_ranks em_37_em_62_close_formation",
    ),
    ("Aimed Fire", "w3_aimed_fire attack_lines"),
    ("Area Volley", "w8_area_volley"),
    (
        "Concentrated Volley",
        "em_20_concentrated_volley em_20_a_volley_in_a_duel",
    ),
    ("Close Combat", "w2_close_combat attack_lines"),
    ("outnumbering", "outnumbering"),
    ("Charge and", "em_21_the_reach_of_a_charge"),
    ("Disengage/Distract", "w4_disengage em_43_double_pace"),
    ("engagement, one-sided", "em_59_free_strike_at_a_charge"),
    (
        "skirmish combat",
        "em_36_em_67_tracked_pushes em_24_the_winner_follows",
    ),
    (
        "ranked combat",
        "em_23_em_55_who_fights_in_ranks attack_lines",
    ),
    ("give way", "em_51_who_stands"),
    ("press hits", "em_25_who_presses"),
    ("press and size", "em_26_press_and_size"),
    ("free strikes", "em_22_free_strikes"),
    ("mixed check", "em_15_mixed_modifier"),
    ("hit markers", "em_27_em_66_allocation w6_allocation"),
    ("prepared actions", "prepared_fire"),
    ("cover", "attack_lines em_16_cover_stacks"),
    ("concealment", "attack_lines em_16_cover_stacks"),
    ("taking cover", "attack_lines"),
    ("elevation", "em_10_falloff em_69_beyond_long_range"),
    ("awareness", "attack_lines leadership_lines"),
    ("Detect", "w7_detection em_07_em_14_improvising"),
    ("resolution order", "em_34_em_40_reorder em_25_who_presses"),
    ("forced movement", "em_36_em_67_tracked_pushes"),
    ("damage resolution", "em_03_hits_of_different_base_damage"),
    (
        "vital rolls",
        "em_63_vital_rolls em_63_vital_rolls_in_a_duel",
    ),
    (
        "morale lines",
        "what_losses_cost em_32_both_retreat_at_once em_46_inflicting_counts_every_time",
    ),
    (
        "once per turn",
        "em_47_relief_is_kept duels_by_another_hand",
    ),
    ("percent of", "em_31_what_percentages_are_of"),
    (
        "morale states",
        "em_41_falling_back_from_melee em_44_em_45_edges",
    ),
    ("lines of retreat", "em_44_em_45_edges"),
    ("Improve Morale", "em_33_disorder_on_the_way_up"),
    (
        "disorder",
        "em_29_disordered_in_good_spirits em_33_disorder_on_the_way_up",
    ),
    ("Take Command", "leadership_lines"),
    ("Reorder", "em_34_em_40_reorder w5_improvised_reorder"),
    ("other effects", "em_34_em_40_reorder"),
    ("marker removal", "em_02_hits_compare"),
    ("symmetric", "emlia_exact_sampled_mirrored"),
    ("time limits", "em_44_em_45_edges"),
    ("testing", "emlia_exact_sampled_mirrored"),
    ("unit sets", "overrides_add_weapons_armour_and_builds"),
    ("Caveman entry", "named_builds_are_legal w15_cavemen"),
];

/// How a row begins, and the tests that show it.
const EXOSHIFT: &[(&str, &str)] = &[
    (
        "roll under",
        "ex_02_automatic_results ex_10_stunned_models_recover ex_39_focus_of_an_advance",
    ),
    ("profile stats", "exoshift_named_builds"),
    ("round order", "ex_14_ex_29_the_fallen"),
    ("CP pool", "ex_24_tactician"),
    ("bid initiative", "an_initiative ex_15_bids_are_spent"),
    ("free Primary", "ex_40_secondaries_cost_more_and_more"),
    ("escalating cost", "ex_40_secondaries_cost_more_and_more"),
    ("paid pass", "ex_28_passes_cost_more_and_more"),
    ("one Primary", "ex_40_command_points"),
    (
        "end of round",
        "ex_28_passes_cost_more_and_more ex_14_ex_29_the_fallen",
    ),
    ("Exhausted", "ex_19_defensive_fire"),
    ("-1 Disruption", "ex_10_stunned_models_recover duels"),
    ("Focus Fire, Advance", "duels ex_32_ex_33_cover"),
    ("Snap Fire, Rest", "ex_17_rest ex_40_command_points"),
    ("Disruption limit", "ex_18_the_limit_of_secondaries"),
    ("Focus:", "ex_39_focus_of_an_advance attacks"),
    ("RoF", "ex_05_rate_of_fire"),
    ("range bands", "ex_06_point_blank attacks"),
    ("light, heavy", "ex_32_ex_33_cover"),
    ("hit", "ex_02_automatic_results"),
    (
        "Defense, Power",
        "ex_25_automatic_damage ex_09_disruption_on_a_save",
    ),
    ("disruption on a save", "ex_09_disruption_on_a_save"),
    ("Damage, Health", "ex_13_damage_avoided"),
    ("combined RoF", "attacks"),
    ("casualty table", "a_casualty_roll ex_12_casualty_quality"),
    (
        "six results",
        "attacks ex_22_the_end_of_a_duel ex_14_ex_29_the_fallen",
    ),
    (
        "Disruption lowers",
        "ex_03_quality_below_nothing ex_31_quality_in_the_initiative",
    ),
    (
        "assault",
        "ex_07_assault_attacks ex_19_defensive_fire ex_20_ex_43_the_morale_test",
    ),
    (
        "weapon types",
        "ex_44_ex_46_assaults_and_setup_weapons ex_49_heavy_weapons",
    ),
    ("Rout test", "a_rout_test"),
    (
        "traits",
        "ex_24_tactician ex_49_heavy_weapons ex_08_suppression a_rout_test",
    ),
];

/// The tests of a system, all in one.
fn tests(root: &Path, system: &str) -> String {
    let files = std::fs::read_dir(root.join("tests/suite")).expect("the suite");
    let paths = files.map(|file| file.expect("a file").path());
    let own = paths.filter(|path| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with(system) && name.ends_with(".rs"))
    });
    own.map(|path| std::fs::read_to_string(path).expect("a test file"))
        .collect()
}

#[test]
fn every_row_that_is_ticked_has_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (system, table) in [("emlia", EMLIA), ("exoshift", EXOSHIFT)] {
        let reference = std::fs::read_to_string(root.join(format!("docs/rules/{system}.md")));
        let reference = reference.expect("the reference");
        let tests = tests(root, system);
        let ticked = reference
            .lines()
            .filter_map(|line| line.strip_prefix("- [x] "));
        let ticked: Vec<&str> = ticked.collect();
        // Row by row, in order: a row that is added, moved or ticked wants its tests here.
        for (row, (start, shown)) in ticked.iter().zip(table) {
            assert!(
                row.starts_with(start),
                "{system}: the row \"{row}\" meets \"{start}\" here"
            );
            for test in shown.split(' ') {
                let there = tests.contains(&format!("#[test]\nfn {test}()"));
                assert!(there, "{system}: no test {test} for \"{row}\"");
            }
        }
        assert_eq!(
            ticked.len(),
            table.len(),
            "{system}: rows that are ticked, and rows here"
        );
        // What is not ticked says why.
        for row in reference
            .lines()
            .filter_map(|line| line.strip_prefix("- [ ] "))
        {
            assert!(row.ends_with(')'), "{system}: \"{row}\" gives no reason");
        }
    }
}
