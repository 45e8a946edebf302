//! What the server promises of everything it stores, whichever database it stores it in: each test
//! of these lists runs over SQLite and over PostgreSQL. With the tests in `postgres` they reach every
//! statement that only PostgreSQL gets.

use crate::kept_in::Backend;

macro_rules! over {
    ($backend:ident $($module:ident { $($promise:ident)* })*) => {$(
        mod $module {
            $(#[tokio::test]
            async fn $promise() {
                crate::$module::$promise(super::super::Backend::$backend).await;
            })*
        }
    )*};
}

macro_rules! promises {
    ($($promises:tt)*) => {
        mod file {
            over! { File $($promises)* }
        }
        #[cfg(feature = "club")]
        mod postgres {
            over! { Postgres $($promises)* }
        }
    };
}

promises! {
    admin {
        facts_of_games_are_told_and_no_secret
        a_deleted_game_is_gone_for_whoever_has_it_open_and_others_go_on
    }
    asked {
        kernstown_k43_an_instruction_that_was_acknowledged_survives_the_server
    }
    groups {
        a_fault_in_a_group_refuses_nothing_that_was_kept_and_keeps_nothing_that_was_refused
        appends_that_wait_are_committed_together
    }
    jobs {
        two_workers_never_get_one_job
        a_lease_that_ran_out_is_taken_over_and_the_late_result_is_refused
        a_job_is_set_aside_after_three_tries_with_what_went_wrong
        a_job_that_was_withdrawn_is_nobodys
        jobs_are_taken_by_kind_urgency_and_preference
        each_fifth_job_is_less_urgent
        results_are_removed_some_time_after_they_were_fetched
        what_happens_in_the_queue_is_told
        the_queue_outlives_the_program
    }
    past {
        a_game_that_goes_on_does_without_its_past_until_somebody_asks_for_it
    }
    ready {
        it_is_ready_while_the_database_takes_a_write
    }
    retention {
        games_go_at_their_time_and_it_is_told
        one_that_is_watched_or_goes_on_stays
        all_that_is_kept_of_a_game_goes_with_it_and_nothing_else
    }
    reviews {
        what_is_damaged_of_a_review_is_found_again
    }
    shared_packs {
        a_shared_pack_is_kept
        three_readers_who_agree_make_a_fact
    }
    shares {
        what_the_dice_wait_for_outlives_the_server
        every_throw_of_a_match_takes_a_share_of_both_after_the_order_is_fixed
    }
    uptime {
        nothing_is_deleted_until_players_have_had_an_hour
        nobody_claims_a_game_until_its_players_have_had_an_hour
        while_another_server_was_up_no_server_was_down
    }
    work {
        what_was_withdrawn_or_taken_over_is_called_off
        what_takes_long_ends_with_what_it_has_found_when_others_wait
        a_worker_refuses_a_batch_once_and_others_do_it
        a_worker_outlives_a_database_that_is_away_for_a_while
    }
}

/// What only a host for others needs.
#[cfg(feature = "club")]
mod club {
    use super::Backend;

    promises! {
        accounts {
            an_account_is_made_signed_in_to_and_out_of
            sessions_run_out
            a_session_whose_row_was_changed_signs_nobody_in
            another_password_ends_all_other_sessions
            seats_of_an_account_are_played_wherever_it_is_signed_in
            a_session_that_another_server_ends_plays_no_more
            all_that_is_kept_is_exported_and_deleted
        }
        challenges {
            of_two_who_accept_at_once_one_has_it
            a_challenge_is_withdrawn_runs_out_and_goes_with_its_account
            an_account_has_only_so_many_unstarted_games_of_challenges
            the_newest_open_challenges_are_told_and_all_of_ones_own
            who_asked_for_notice_is_told_in_a_feed_and_a_number
        }
        library {
            open_matches_come_in_by_themselves_and_stay_out_once_taken_out
            what_happened_is_found_and_what_the_index_says_is_what_the_record_says
            a_long_list_is_told_page_by_page_in_each_order
            a_study_is_its_account_s_and_shown_as_it_says
            what_an_account_has_brought_goes_with_it_and_its_games_stay
        }
        mailed {
            who_has_forgotten_the_password_comes_in_by_a_link_and_sets_another
        }
        matches {
            a_match_begins_once_whoever_asks_at_the_same_time
            a_failure_at_any_call_leaves_no_half_match
            a_result_outlasts_its_game_and_the_server
            a_game_that_goes_on_without_its_player_is_given_up
        }
        notices {
            a_webhook_is_told_until_it_accepts_under_one_id_and_never_again
            a_channel_is_given_up_after_three_days
            in_quiet_hours_nothing_is_told_and_then_what_still_is_news
            a_digest_comes_once_a_day_with_what_still_is_news
            a_challenge_by_name_is_told
            whoever_challenges_again_and_again_fills_nobody_s_mailbox
            so_much_waits_for_a_channel_and_what_is_older_gives_way
            an_account_has_ten_channels_of_its_own_and_takes_them_along
            of_two_servers_one_tells_and_one_takes_over
        }
        passkeys {
            a_ceremony_is_answered_once_within_ten_minutes_and_by_its_owner
            a_passkey_is_kept_used_and_taken_away
        }
        talk {
            notes_are_the_seats_own
            what_is_reported_is_for_whoever_runs_the_server
            a_room_an_account_and_reports_have_their_ends
            an_account_takes_along_what_it_said_and_leaves_no_name_behind
            one_who_is_muted_is_not_told
        }
        tournaments {
            players_enter_and_leave_until_it_begins_and_what_cannot_be_is_refused
            a_tournament_that_nobody_plays_goes_by_its_dates_and_begins_nothing_twice
            a_round_has_its_days_whatever_the_server_was_down
            who_kept_the_other_waiting_longer_forfeits_at_the_end_of_a_round
            only_so_many_tournaments_are_listed
        }
    }
}
